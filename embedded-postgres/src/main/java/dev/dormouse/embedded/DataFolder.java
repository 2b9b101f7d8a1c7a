package dev.dormouse.embedded;

import dev.dormouse.embedded.EmbeddedPostgresException.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The folder of one server: the cluster itself, the log of the last start, and the lock of its owner.
 *
 * <p>A cluster is made under another name and renamed when it is complete, so a process killed while making one leaves
 * nothing to repair.
 */
record DataFolder(Path path, boolean temporary) {

    static DataFolder create(EmbeddedPostgresConfig config) {
        Path wanted = config.dataFolder().orElse(null);
        try {
            if (wanted == null) {
                return new DataFolder(
                        Files.createTempDirectory("dormouse-postgres-").toRealPath(), true);
            }
            return new DataFolder(createWritable(wanted).toRealPath(), false);
        } catch (IOException e) {
            throw Failure.of("The data folder could not be created", e);
        }
    }

    private static Path createWritable(Path wanted) throws IOException {
        if (Files.exists(wanted) && !Files.isDirectory(wanted)) {
            throw Failure.notWritable(wanted, "it is a file");
        }
        try {
            Files.createDirectories(wanted);
        } catch (IOException e) {
            EmbeddedPostgresException failure = Failure.of("The data folder " + wanted + " could not be created", e);
            throw failure.reason() == Reason.DISK_FULL
                    ? failure
                    : Failure.notWritable(wanted, "it could not be created: " + e.getMessage());
        }
        if (!Files.isWritable(wanted)) {
            throw Failure.notWritable(wanted, "permission denied");
        }
        return wanted;
    }

    Path cluster() {
        return path.resolve("cluster");
    }

    Path log() {
        return path.resolve("postgres.log");
    }

    List<String> readLog() {
        try (Stream<String> lines = Files.lines(log(), StandardCharsets.ISO_8859_1)) {
            return lines.limit(10_000).toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Makes the cluster unless it is there, and hands it to the account. */
    void prepare(Binaries binaries, Account account) {
        try {
            if (Files.exists(cluster().resolve("PG_VERSION"))) {
                refuseOtherVersion(binaries);
            } else {
                makeCluster(binaries, account);
            }
            handOver(account);
        } catch (IOException e) {
            throw Failure.of("The data folder " + path + " could not be prepared", e);
        }
    }

    private void refuseOtherVersion(Binaries binaries) throws IOException {
        String made = Files.readString(cluster().resolve("PG_VERSION")).strip();
        if (!made.equals(binaries.majorVersion())) {
            throw new EmbeddedPostgresException(
                    Reason.OTHER_MAJOR_VERSION,
                    "The data folder " + path + " was made by PostgreSQL " + made + " and cannot be opened by "
                            + binaries.version() + "; choose another folder or use PostgreSQL " + made + ".");
        }
    }

    private void makeCluster(Binaries binaries, Account account) throws IOException {
        Path unfinished = path.resolve("cluster.unfinished");
        Folders.delete(unfinished);
        Files.createDirectory(unfinished);
        handOver(account);
        Command made = Command.run(initdb(binaries, account, unfinished));
        if (!made.succeeded()) {
            throw Failure.said(
                    "PostgreSQL could not make a new cluster",
                    path,
                    0,
                    made.output().lines().toList());
        }
        Files.move(unfinished, cluster(), StandardCopyOption.ATOMIC_MOVE);
    }

    private List<String> initdb(Binaries binaries, Account account, Path target) {
        List<String> command = new ArrayList<>(account.prefix());
        command.add(binaries.program("initdb"));
        command.addAll(List.of("-D", target.toString(), "-U", EmbeddedPostgres.USER, "-E", "UTF8", "--no-locale"));
        command.addAll(List.of("-A", "trust", "--no-instructions"));
        if (temporary) {
            command.add("--no-sync");
        }
        return command;
    }

    private void handOver(Account account) throws IOException {
        if (account.isDirect()) {
            return;
        }
        account.own(path);
        if (!account.canWrite(path)) {
            throw Failure.notWritable(
                    path, "PostgreSQL must not be root here, and the account it runs under cannot enter it");
        }
    }
}
