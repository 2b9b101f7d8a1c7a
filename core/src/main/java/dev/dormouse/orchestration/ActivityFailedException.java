package dev.dormouse.orchestration;

/** An activity failed, after as many attempts as it was given. */
public final class ActivityFailedException extends OrchestrationException {

    private static final long serialVersionUID = 1L;

    private final String activity;

    public ActivityFailedException(String activity, ErrorDetails.Application error) {
        super("activity " + activity + " failed: " + error.message(), error);
        this.activity = activity;
    }

    public String activity() {
        return activity;
    }
}
