package dev.dormouse.postgres.migrate;

import java.io.IOException;
import org.postgresql.ds.PGSimpleDataSource;

/** One node of {@link ManyNodesMigrateIT}: says that it is ready, waits for the word, migrates, tells what it did. */
final class MigrateMain {
    private MigrateMain() {}

    public static void main(String[] args) throws IOException {
        var dataSource = new PGSimpleDataSource();
        dataSource.setUrl(args[0]);
        var migrations = Migrations.of(args[1]);
        System.out.println("ready");
        int word = System.in.read();
        if (word >= 0) {
            System.out.println("changed=" + migrations.migrate(dataSource).changed());
        }
    }
}
