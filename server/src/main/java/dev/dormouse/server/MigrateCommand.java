package dev.dormouse.server;

import dev.dormouse.postgres.migrate.MigrationResult;
import dev.dormouse.postgres.migrate.Migrations;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code dormouse migrate}: creates the tables, or brings them up to this version. */
@Command(name = "migrate", description = "Create Dormouse's tables in a schema, or bring them up to this version.")
final class MigrateCommand implements Callable<Integer> {

    @Mixin
    ConnectionOptions options = new ConnectionOptions();

    @Option(names = "--print", description = "Print the SQL for other tools such as Flyway, and change nothing.")
    boolean print;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() throws SQLException {
        PrintWriter out = spec.commandLine().getOut();
        Migrations migrations = Migrations.of(options.schemaName());
        if (print) {
            out.print(migrations.print());
            out.flush();
        } else {
            out.println(migrate(migrations));
        }
        return 0;
    }

    private String migrate(Migrations migrations) throws SQLException {
        try (Database database = Database.open(options)) {
            MigrationResult result = migrations.migrate(database.dataSource());
            String schema = "The schema " + options.schemaName().quoted() + " at " + database.displayUrl();
            return result.changed()
                    ? schema + " went from version " + result.fromVersion() + " to " + result.toVersion() + "."
                    : schema + " is at version " + result.toVersion() + " already.";
        }
    }
}
