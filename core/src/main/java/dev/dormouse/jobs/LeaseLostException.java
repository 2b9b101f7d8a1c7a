package dev.dormouse.jobs;

/** This node no longer holds the job: its lease ended (a long pause, a lost connection) and another node may have it. */
public final class LeaseLostException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public LeaseLostException(String message) {
        super(message);
    }
}
