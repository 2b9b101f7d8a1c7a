package dev.dormouse.spi;

/** A value that cannot become bytes, or bytes that are not such a value. Trying again does not help. */
public final class PayloadException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public PayloadException(String message, Throwable cause) {
        super(message, cause);
    }

    public PayloadException(String message) {
        super(message);
    }
}
