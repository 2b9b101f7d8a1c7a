package dev.dormouse.server;

import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
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
            return describe(unmatched.getUnmatched().get(0), commandExpected, unmatched.getSuggestions());
        }
        if (isNumber(failure.getArgSpec()) && failure.getValue() != null) {
            return name(failure.getArgSpec()) + " must be a whole number, not '" + failure.getValue() + "'.";
        }
        String message =
                String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
        return Failures.redact(message.endsWith(".") ? message : message + ".");
    }

    /** What follows a misspelt option may be a password, so only names are repeated. */
    private static String describe(String argument, boolean commandExpected, List<String> similar) {
        if (argument.startsWith("-")) {
            return "There is no option " + argument.split("=", 2)[0] + " here.";
        }
        if (!commandExpected) {
            return "There is an argument that belongs to no option.";
        }
        return "There is no command " + argument + (similar.isEmpty() ? "." : "; did you mean " + similar.get(0) + "?");
    }

    private static boolean isNumber(@Nullable ArgSpec option) {
        return option != null && (option.type() == int.class || option.type() == Integer.class);
    }

    private static String name(@Nullable ArgSpec option) {
        return option instanceof OptionSpec named ? named.longestName() : "The value";
    }

    private static CommandLine root(CommandLine commandLine) {
        CommandLine parent = commandLine.getParent();
        return parent == null ? commandLine : root(parent);
    }
}
