package dev.dormouse.orchestration;

/** Something that an orchestration awaited has failed. */
public abstract sealed class OrchestrationException extends RuntimeException
        permits ActivityFailedException, ChildFailedException, OrchestrationCancelledException {

    private static final long serialVersionUID = 1L;

    private final transient ErrorDetails.Application error;

    OrchestrationException(String message, ErrorDetails.Application error) {
        super(message);
        this.error = error;
    }

    /** Kind, message, details, and whether trying again may help. */
    public ErrorDetails.Application error() {
        return error;
    }
}
