package dev.dormouse.orchestration;

import org.jspecify.annotations.Nullable;

/**
 * Why something failed. Only {@link Application} errors reach the code of an orchestration; the others end it, since its
 * code cannot do anything about them.
 */
public sealed interface ErrorDetails {

    String message();

    /** Whether trying again may help. */
    boolean retryable();

    Category category();

    /** One line for people. */
    default String describe() {
        return category().name().toLowerCase(java.util.Locale.ROOT) + ": " + message();
    }

    /** Whose trouble it is. */
    enum Category {
        INFRASTRUCTURE,
        CONFIGURATION,
        APPLICATION,
        POISON
    }

    /** Storage or network. */
    record Infrastructure(String operation, String message, boolean retryable) implements ErrorDetails {

        @Override
        public Category category() {
            return Category.INFRASTRUCTURE;
        }
    }

    /** Code and what it meets do not fit each other: a deployment has to put it right. */
    record Configuration(Configuration.Kind kind, String resource, String message) implements ErrorDetails {

        /** What does not fit. */
        public enum Kind {
            /** The code decided something else than what its history says. */
            NONDETERMINISM,
            LIMIT_EXCEEDED,
            /** Nobody knows the orchestration, its version, or the activity. */
            UNREGISTERED,
            /** The history contradicts itself or cannot be read. */
            CORRUPTED
        }

        @Override
        public boolean retryable() {
            return false;
        }

        @Override
        public Category category() {
            return Category.CONFIGURATION;
        }
    }

    /**
     * The user's own.
     *
     * @param details more than a line, for people or code; null: none
     */
    record Application(
            Application.Kind kind, String message, @Nullable String details, boolean retryable)
            implements ErrorDetails {

        /** What happened. */
        public enum Kind {
            ACTIVITY_FAILED,
            /** An attempt took longer than its timeout. */
            TIMED_OUT,
            ORCHESTRATION_FAILED,
            /** The orchestration's code threw something unforeseen. */
            THREW,
            CANCELLED
        }

        public static Application cancelled(String reason) {
            return new Application(Application.Kind.CANCELLED, reason, null, false);
        }

        @Override
        public Category category() {
            return Category.APPLICATION;
        }
    }

    /** Given up after too many attempts, since it seems to bring down whoever tries. */
    record Poison(int attempts, int attemptsMax, String resource, String message) implements ErrorDetails {

        @Override
        public boolean retryable() {
            return false;
        }

        @Override
        public Category category() {
            return Category.POISON;
        }
    }
}
