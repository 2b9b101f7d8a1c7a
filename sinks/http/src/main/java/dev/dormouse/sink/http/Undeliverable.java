package dev.dormouse.sink.http;

/** Says why a message can never be sent as it is; becomes the reason of its rejection. */
final class Undeliverable extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Undeliverable(String reason) {
        super(reason, null, false, false);
    }
}
