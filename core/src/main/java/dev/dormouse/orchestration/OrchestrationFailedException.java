package dev.dormouse.orchestration;

/** An orchestration whose result was asked for has failed. */
public final class OrchestrationFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String instance;
    private final transient ErrorDetails error;

    public OrchestrationFailedException(String instance, ErrorDetails error) {
        super("instance " + instance + " failed: " + error.describe());
        this.instance = instance;
        this.error = error;
    }

    public String instance() {
        return instance;
    }

    public ErrorDetails error() {
        return error;
    }
}
