package dev.dormouse.server;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What one command line said and returned. There is an extra command, {@code probe}, that runs one statement. */
record CliRun(int exitCode, String out, String err) {

    static CliRun of(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine commandLine = Cli.create()
                .addSubcommand(new Probe())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true));
        int exitCode = commandLine.execute(arguments);
        return new CliRun(exitCode, out.toString(), err.toString());
    }

    @Command(name = "probe", description = "Runs one statement.")
    static final class Probe implements Callable<Integer> {

        @Mixin
        ConnectionOptions options = new ConnectionOptions();

        @Option(names = "--sql", defaultValue = "SELECT 1")
        String sql = "SELECT 1";

        @Override
        public Integer call() throws SQLException {
            try (Database database = Database.open(options);
                    Connection connection = database.dataSource().getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute(sql);
                return 0;
            }
        }
    }
}
