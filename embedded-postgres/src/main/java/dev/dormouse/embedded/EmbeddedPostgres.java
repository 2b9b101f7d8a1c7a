package dev.dormouse.embedded;

import dev.dormouse.embedded.EmbeddedPostgresException.Reason;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A real PostgreSQL server, run from programs on the class path and reachable on 127.0.0.1 only.
 *
 * <p>It is as durable as any: fsync, synchronous commit and full page writes are on. It stops when it is closed, and also
 * when this process ends in whatever way; there is deliberately no shutdown hook, so that the hooks of the application
 * can still use the database. Data in a folder of its own survives all of that; a folder has one owner at a time.
 *
 * <p>Safe for use by several threads.
 */
public final class EmbeddedPostgres implements AutoCloseable {

    /** The superuser; connections from this machine need no password. */
    public static final String USER = "postgres";

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedPostgres.class);
    private static final Duration LOOK_EVERY = Duration.ofMillis(10);
    private static final Duration ORPHANS_END_WITHIN = Duration.ofSeconds(20);
    private static final int FREE_PORT_TRIES = 5;

    private final EmbeddedPostgresConfig config;
    private final Account account;
    private final Binaries binaries;
    private final DataFolder folder;
    private final FolderLock lock;

    private volatile int port;
    /** Null while the server is stopped; guarded by this. */
    private @Nullable Watchdog running;
    /** A crashed server's watchdog, kept because it still guards a temporary folder; guarded by this. */
    private @Nullable Watchdog crashed;

    private boolean closed;

    private EmbeddedPostgres(
            EmbeddedPostgresConfig config, Account account, Binaries binaries, DataFolder folder, FolderLock lock) {
        this.config = config;
        this.account = account;
        this.binaries = binaries;
        this.folder = folder;
        this.lock = lock;
    }

    /** Starts a server; returns when it takes connections. */
    public static EmbeddedPostgres start(EmbeddedPostgresConfig config) {
        if (config.port() != 0) {
            Ports.requireFree(config.port());
        }
        Account account = Account.choose();
        Binaries binaries = Binaries.unpacked(account);
        DataFolder folder = DataFolder.create(config);
        FolderLock lock = takeLock(folder);
        EmbeddedPostgres postgres = new EmbeddedPostgres(config, account, binaries, folder, lock);
        try {
            folder.prepare(binaries, account);
            postgres.startOnSomePort();
        } catch (RuntimeException e) {
            postgres.giveUp();
            throw e;
        }
        LOG.info("postgres version={} port={} folder={} started", binaries.version(), postgres.port, folder.path());
        return postgres;
    }

    /** The URL of the database {@code postgres}, user included. */
    public String jdbcUrl() {
        return jdbcUrl("postgres");
    }

    public String jdbcUrl(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database + "?user=" + USER;
    }

    public int port() {
        return port;
    }

    public Path dataFolder() {
        return folder.path();
    }

    /** The server's version, as in {@code 18.6}. */
    public String version() {
        return binaries.version();
    }

    /** Why the server ended by itself, as far as its log tells; empty while it runs, and once it was stopped by us. */
    public synchronized Optional<EmbeddedPostgresException> death() {
        try {
            if (running == null || !running.ended(LOOK_EVERY)) {
                return Optional.empty();
            }
            return Optional.of(Failure.said("PostgreSQL ended by itself", folder.path(), port, folder.readLog()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** Stops the server as a power cut would, for tests of recovery; {@link #restart} brings it back. */
    public synchronized void crash() {
        Watchdog watchdog = running;
        if (watchdog != null) {
            watchdog.crash();
            running = null;
            crashed = watchdog;
        }
    }

    /** Starts the server again on the same port and data, stopping it first if it runs. */
    public synchronized void restart() {
        if (closed) {
            throw new IllegalStateException("The server of " + folder.path() + " was closed; start a new one.");
        }
        Watchdog old = running == null ? crashed : running;
        if (running != null) {
            running.stop();
        }
        running = null;
        crashed = null;
        if (old != null) {
            old.leaveFolder();
        }
        startOn(port);
    }

    /** Stops the server; open transactions are rolled back. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        if (running != null) {
            running.stop();
        }
        giveUp();
        LOG.info("postgres port={} folder={} stopped", port, folder.path());
    }

    private static FolderLock takeLock(DataFolder folder) {
        try {
            return FolderLock.take(folder.path());
        } catch (IOException e) {
            throw Failure.of("The data folder " + folder.path() + " could not be locked", e);
        }
    }

    private synchronized void startOnSomePort() {
        for (int tries = 1; ; tries++) {
            try {
                startOn(config.port() == 0 ? Ports.free() : config.port());
                return;
            } catch (EmbeddedPostgresException e) {
                // Somebody took the free port before PostgreSQL could.
                boolean unlucky = config.port() == 0 && e.reason() == Reason.PORT_IN_USE;
                if (!unlucky || tries == FREE_PORT_TRIES) {
                    throw e;
                }
            }
        }
    }

    private synchronized void startOn(int newPort) {
        long giveUpNanos = System.nanoTime() + ORPHANS_END_WITHIN.toNanos();
        port = newPort;
        try {
            while (!startOnce()) {
                if (!Failure.willPass(folder.readLog()) || System.nanoTime() - giveUpNanos > 0) {
                    throw Failure.said("PostgreSQL did not start", folder.path(), port, folder.readLog());
                }
            }
        } catch (IOException e) {
            throw Failure.of("PostgreSQL could not be started", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EmbeddedPostgresException(Reason.FAILED, "The start of PostgreSQL was interrupted.", e);
        }
    }

    private boolean startOnce() throws IOException, InterruptedException {
        new PidFile(folder.cluster()).clearLeftover();
        String temporary = folder.temporary() ? folder.path().toString() : "";
        Watchdog watchdog = Watchdog.start(account, command(), folder.log(), temporary);
        boolean ready = false;
        try {
            ready = awaitReady(watchdog);
        } finally {
            if (ready) {
                running = watchdog;
            } else {
                watchdog.stop();
                watchdog.leaveFolder();
            }
        }
        return ready;
    }

    private boolean awaitReady(Watchdog watchdog) throws IOException, InterruptedException {
        PidFile pidFile = new PidFile(folder.cluster());
        long pid = watchdog.pid();
        long deadlineNanos = System.nanoTime() + config.startTimeout().toNanos();
        while (!watchdog.ended(LOOK_EVERY)) {
            if (pidFile.saysReady(pid)) {
                return true;
            }
            if (System.nanoTime() - deadlineNanos > 0) {
                throw new EmbeddedPostgresException(
                        Reason.FAILED,
                        "PostgreSQL in " + folder.path() + " was not ready within " + config.startTimeout()
                                + "; give it a longer start timeout.");
            }
        }
        return false;
    }

    private List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(binaries.program("postgres"));
        command.addAll(List.of("-D", folder.cluster().toString()));
        settings().forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
        return command;
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("listen_addresses", "127.0.0.1");
        settings.put("port", Integer.toString(port));
        settings.put("unix_socket_directories", "");
        settings.put("fsync", "on");
        settings.put("synchronous_commit", "on");
        settings.put("full_page_writes", "on");
        settings.put("shared_preload_libraries", "pg_stat_statements");
        settings.putAll(config.settings());
        return settings;
    }

    /** Gives back whatever is held; the server itself has ended or never started. */
    private synchronized void giveUp() {
        closed = true;
        Watchdog watchdog = running == null ? crashed : running;
        running = null;
        crashed = null;
        if (watchdog != null) {
            watchdog.leave();
        }
        try {
            if (folder.temporary()) {
                Folders.delete(folder.path());
            }
            lock.close();
        } catch (IOException e) {
            LOG.warn("postgres folder={} not cleaned up: {}", folder.path(), e.toString());
        }
    }
}
