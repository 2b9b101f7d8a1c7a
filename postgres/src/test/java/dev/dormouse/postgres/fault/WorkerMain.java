package dev.dormouse.postgres.fault;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.Dormouse;
import dev.dormouse.jobs.JobContext;
import dev.dormouse.postgres.Postgres;
import dev.dormouse.postgres.fault.LedgerFile.Event;
import dev.dormouse.wake.WakeSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A worker process: does the test's jobs until it is killed or asked to end, and says now and then how it fares. */
final class WorkerMain {

    private static final long LOOK_MILLIS = 50;
    private static final long REPORT_EVERY = 4;
    private static final int START_TRIES = 10;

    private final WorkerSettings settings;
    private final LedgerFile ledger;
    private final HikariDataSource pool;
    private final Dormouse dormouse;

    private volatile boolean ending;

    private WorkerMain(WorkerSettings settings) throws IOException {
        this.settings = settings;
        this.pool = pool(settings);
        this.ledger = LedgerFile.append(settings.ledger());
        this.dormouse = Dormouse.on(Postgres.at(pool))
                .name(settings.name())
                .lease(settings.lease())
                .wake(WakeSettings.defaults().withAggressiveDuration(Duration.ofSeconds(1)))
                .concurrency(Work.PLAIN.queue(), settings.slots())
                .concurrency(Work.EFFECT.queue(), settings.slots() / 2)
                .handle(Work.PLAIN, (job, work) -> recorded(job, work, () -> Thread.sleep(work.millis())))
                .handle(Work.EFFECT, (job, work) -> recorded(job, work, () -> makeEffect(job, work)))
                .build();
    }

    public static void main(String[] args) throws Exception {
        WorkerSettings settings = WorkerSettings.parse(args);
        WorkerMain worker = started(settings);
        Thread main = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> worker.end(main)));
        worker.watch();
    }

    /** A node does not start without its database, which may crash at any moment: what supervises it tries again. */
    private static WorkerMain started(WorkerSettings settings) throws IOException {
        for (int tries = 1; ; tries++) {
            JobFaultIT.patiently("the server", () -> answers(settings.url()));
            try {
                return tryToStart(settings);
            } catch (RuntimeException e) {
                if (tries == START_TRIES) {
                    throw e;
                }
            }
        }
    }

    private static WorkerMain tryToStart(WorkerSettings settings) throws IOException {
        WorkerMain worker = new WorkerMain(settings);
        try {
            worker.dormouse.start();
            return worker;
        } catch (RuntimeException e) {
            worker.dormouse.stop(Duration.ZERO);
            worker.pool.close();
            worker.ledger.close();
            throw e;
        }
    }

    private static boolean answers(String url) {
        try (Connection connection = DriverManager.getConnection(url)) {
            return connection.isValid(5);
        } catch (SQLException notYet) {
            return false;
        }
    }

    static HikariDataSource pool(WorkerSettings settings) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(settings.url());
        // Not in the URL: the listener takes that, and keeps its own name.
        config.addDataSourceProperty("ApplicationName", settings.name());
        config.setMaximumPoolSize(settings.slots() / 2 + 4);
        config.setMinimumIdle(2);
        config.setConnectionTimeout(5_000);
        return new HikariDataSource(config);
    }

    private interface Body {
        void run() throws Exception;
    }

    private void recorded(JobContext job, Work work, Body body) throws Exception {
        record(Event.STARTED, job, work);
        Event end = Event.FAILED;
        try {
            body.run();
            end = Event.ENDED;
        } finally {
            record(end, job, work);
        }
    }

    private void record(Event event, JobContext job, Work work) throws IOException {
        ledger.write(new LedgerFile.Entry(event, job.attempt(), job.id(), work.n(), System.currentTimeMillis()));
    }

    /** The effect has no unique constraint: twice would be seen. */
    private void makeEffect(JobContext job, Work work) throws Exception {
        Thread.sleep(work.millis());
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement insert =
                    connection.prepareStatement("insert into effects (job_id, n, worker) values (?, ?, ?)")) {
                insert.setLong(1, job.id());
                insert.setLong(2, work.n());
                insert.setString(3, settings.name());
                insert.executeUpdate();
                job.completeIn(connection);
                connection.commit();
            } catch (SQLException | RuntimeException e) {
                connection.rollback();
                throw e;
            }
        }
    }

    /** Notices when the process did not run for a while, by whatever cause. */
    private void watch() throws IOException {
        ProcessHandle test = ProcessHandle.current().parent().orElseThrow();
        long before = System.currentTimeMillis();
        for (long round = 0; !ending; round++) {
            LockSupport.parkNanos(LOOK_MILLIS * 1_000_000);
            long now = System.currentTimeMillis();
            if (now - before > settings.lease().toMillis() / 4) {
                ledger.write(new LedgerFile.Entry(Event.PAUSED, 0, 0, before, now));
            }
            before = now;
            if (!test.isAlive()) {
                Runtime.getRuntime().halt(1);
            }
            if (round % REPORT_EVERY == 0) {
                report(WorkerState.of(dormouse.health(), pool));
            }
        }
    }

    private synchronized void report(WorkerState state) throws IOException {
        Files.writeString(settings.state(), state + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private void end(Thread main) {
        ending = true;
        LockSupport.unpark(main);
        dormouse.stop(settings.grace());
        try {
            report(WorkerState.of(dormouse.health(), pool).ended());
        } catch (IOException e) {
            System.err.println("could not report the end: " + e);
        }
        pool.close();
    }
}
