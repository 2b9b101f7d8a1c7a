package dev.dormouse.server;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Parses the command line, runs the command, and makes every failure one sentence and an exit code. */
final class Cli {

    static final int FAILED = 1;
    static final int USAGE = 2;

    private Cli() {}

    static CommandLine create() {
        return new CommandLine(new DormouseCommand())
                .setExecutionExceptionHandler(Cli::explain)
                .setParameterExceptionHandler(Cli::explainUsage);
    }

    private static int explain(Exception failure, CommandLine commandLine, ParseResult parsed) {
        Failure explained = Failures.explain(failure);
        PrintWriter err = commandLine.getErr();
        err.println("dormouse: " + explained.sentence());
        DormouseCommand top = (DormouseCommand) root(commandLine).getCommand();
        if (top.verbose) {
            failure.printStackTrace(err);
        }
        return explained.exitCode();
    }

    private static int explainUsage(ParameterException failure, String[] arguments) {
        CommandLine commandLine = failure.getCommandLine();
        String command = commandLine.getCommandSpec().qualifiedName();
        commandLine.getErr().println("dormouse: " + usageSentence(failure) + " See '" + command + " --help'.");
        return USAGE;
    }

    private static String usageSentence(ParameterException failure) {
        if (failure instanceof UnmatchedArgumentException unmatched) {
            boolean commandExpected = unmatched.getCommandLine().getParent() == null;
            return describe(unmatched.getUnmatched().get(0), commandExpected);
        }
        String message =
                String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
        return Failures.redact(message.endsWith(".") ? message : message + ".");
    }

    /** What follows a misspelt option may be a password, so only names are repeated. */
    private static String describe(String argument, boolean commandExpected) {
        if (argument.startsWith("-")) {
            return "There is no option " + argument.split("=", 2)[0] + " here.";
        }
        return commandExpected
                ? "There is no command " + argument + "."
                : "There is an argument that belongs to no option.";
    }

    private static CommandLine root(CommandLine commandLine) {
        CommandLine parent = commandLine.getParent();
        return parent == null ? commandLine : root(parent);
    }
}
