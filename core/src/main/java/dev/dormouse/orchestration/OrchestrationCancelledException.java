package dev.dormouse.orchestration;

/**
 * Somebody cancelled this orchestration. Thrown once, by the await under which it happened; what was outstanding has been
 * cancelled. Code that catches it may go on to undo what it did, with activities and timers as usual; however it ends, the
 * orchestration has failed as cancelled.
 */
public final class OrchestrationCancelledException extends OrchestrationException {

    private static final long serialVersionUID = 1L;

    public OrchestrationCancelledException(String reason) {
        super("the orchestration was cancelled: " + reason, ErrorDetails.Application.cancelled(reason));
    }

    public String reason() {
        return error().message();
    }
}
