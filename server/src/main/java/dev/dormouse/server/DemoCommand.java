package dev.dormouse.server;

import java.sql.SQLException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code dormouse demo}: work put in, slept on, woken and done, with what was measured. */
@Command(
        name = "demo",
        description = "Show the system at work: sleeping, waking, bursts and timers, with what was measured.")
final class DemoCommand implements Callable<Integer> {

    private static final int SECONDS_MIN = 5;
    private static final int SECONDS_MAX = 3600;

    @Mixin
    ConnectionOptions options = new ConnectionOptions();

    @Option(names = "--seconds", paramLabel = "N", description = "About how long to run; default ${DEFAULT-VALUE}.")
    int seconds = 20;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() throws SQLException, InterruptedException {
        if (seconds < SECONDS_MIN || seconds > SECONDS_MAX) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--seconds must be between " + SECONDS_MIN + " and " + SECONDS_MAX + ": " + seconds);
        }
        DemoPrinter out = new DemoPrinter(spec.commandLine().getOut());
        out.step(options.givenUrl().isEmpty() ? "Starting PostgreSQL" : "Connecting to PostgreSQL");
        try (Database database = Database.open(options)) {
            out.fact(database.isEmbedded() ? "a real server of our own" : "yours", database.displayUrl());
            run(database, out);
        }
        return 0;
    }

    private void run(Database database, DemoPrinter out) throws SQLException, InterruptedException {
        try (Demo demo = new Demo(database.dataSource(), options.schemaName(), out)) {
            demo.run(seconds);
        } catch (SQLException | RuntimeException e) {
            database.requireAlive(e);
            throw e;
        }
    }
}
