package dev.dormouse.orchestration;

/** A child orchestration failed or was cancelled. */
public final class ChildFailedException extends OrchestrationException {

    private static final long serialVersionUID = 1L;

    private final String orchestration;
    private final String instance;

    public ChildFailedException(String orchestration, String instance, ErrorDetails.Application error) {
        super("child " + orchestration + " (" + instance + ") failed: " + error.message(), error);
        this.orchestration = orchestration;
        this.instance = instance;
    }

    public String orchestration() {
        return orchestration;
    }

    /** The child's own instance id. */
    public String instance() {
        return instance;
    }
}
