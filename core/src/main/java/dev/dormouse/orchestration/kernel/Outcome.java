package dev.dormouse.orchestration.kernel;

import org.jspecify.annotations.Nullable;

/** How the code of a turn came to its end. */
sealed interface Outcome {

    String describe();

    /** It awaits what has not happened yet. */
    record Waits() implements Outcome {
        @Override
        public String describe() {
            return "it waits";
        }
    }

    record Returned(Payload output) implements Outcome {
        @Override
        public String describe() {
            return "it returned";
        }
    }

    record Threw(Throwable thrown) implements Outcome {
        @Override
        public String describe() {
            return "it threw " + thrown;
        }
    }

    record Continued(
            Payload input,
            @Nullable String version,
            @Nullable String status) implements Outcome {
        @Override
        public String describe() {
            return "it continued as new";
        }
    }
}
