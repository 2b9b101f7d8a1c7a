package dev.dormouse.sink.redis;

/** Says why a message can never be delivered as it is; becomes the reason of its rejection. */
final class Undeliverable extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Undeliverable(String reason) {
        super(reason, null, false, false);
    }
}
