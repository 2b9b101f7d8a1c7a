package dev.dormouse.server;

import org.jspecify.annotations.Nullable;

/** A command cannot go on; the message is the sentence for the user. */
final class CommandFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int exitCode;

    private CommandFailure(int exitCode, String sentence, @Nullable Throwable cause) {
        super(sentence, cause);
        this.exitCode = exitCode;
    }

    /** The command line itself is at fault. */
    static CommandFailure usage(String sentence) {
        return new CommandFailure(Cli.USAGE, sentence, null);
    }

    /** The world is at fault. */
    static CommandFailure of(String sentence, @Nullable Throwable cause) {
        return new CommandFailure(Cli.FAILED, sentence, cause);
    }

    int exitCode() {
        return exitCode;
    }
}
