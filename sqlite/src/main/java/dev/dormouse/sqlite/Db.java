package dev.dormouse.sqlite;

import dev.dormouse.provider.ProviderException;
import dev.dormouse.provider.SharedCalls;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** The one connection and the one lock. Thread-safe. */
final class Db implements AutoCloseable {

    /** What a transaction does. */
    @FunctionalInterface
    interface Work<T> {
        T run(Tx tx) throws SQLException;
    }

    final String name;
    private final InstantSource clock;
    private final Consumer<Wakes> announce;

    /** How many share a commit. */
    private static final int TOGETHER_MAX = 100;

    private record Task(String what, Work<?> work) {}

    private record Outcome(
            @Nullable Object result, Wakes wakes, @Nullable RuntimeException failure) {}

    private final SharedCalls<Task, Outcome> commits = new SharedCalls<>(TOGETHER_MAX, this::commit);
    private final ReentrantLock lock = new ReentrantLock();
    // Guarded by the lock.
    private final OpenFile file;
    private final Connection connection;
    private final Statements statements;
    private boolean closed;

    Db(OpenFile file, InstantSource clock, Consumer<Wakes> announce) {
        this.name = file.name();
        this.file = file;
        this.connection = file.connection();
        this.statements = new Statements(connection);
        this.clock = clock;
        this.announce = announce;
    }

    /**
     * All or nothing. What the work wants announced is announced after the commit, and outside of the lock. Those who come
     * while a commit is under way share the next one, since it is the flush that takes the time.
     */
    @SuppressWarnings("unchecked") // the task's result is its own
    <T> T transact(String what, Work<T> work) {
        Outcome outcome = commits.ask(new Task(what, work));
        if (outcome.failure != null) {
            throw outcome.failure;
        }
        return (T) Objects.requireNonNull(outcome.result);
    }

    private List<Outcome> commit(List<Task> tasks) {
        List<Outcome> outcomes = new ArrayList<>();
        lock.lock();
        try {
            requireOpen();
            for (Task task : tasks) {
                outcomes.add(tasks.size() == 1 ? attempt(task) : attemptApart(task));
            }
            connection.commit();
        } catch (SQLException e) {
            rollback(e);
            throw failure(tasks.get(0).what, e);
        } catch (RuntimeException e) {
            rollback(e);
            throw e;
        } finally {
            lock.unlock();
        }
        outcomes.stream().filter(outcome -> outcome.failure == null).forEach(outcome -> announce.accept(outcome.wakes));
        return outcomes;
    }

    private Outcome attempt(Task task) throws SQLException {
        Tx tx = new Tx(statements, clock.millis());
        return new Outcome(task.work.run(tx), tx.wakes, null);
    }

    /** Among others, whom its failure must not concern. */
    private Outcome attemptApart(Task task) throws SQLException {
        Tx tx = new Tx(statements, clock.millis());
        tx.execute("savepoint task");
        try {
            Outcome outcome = new Outcome(task.work.run(tx), tx.wakes, null);
            tx.execute("release task");
            return outcome;
        } catch (SQLException | RuntimeException e) {
            tx.execute("rollback to task");
            tx.execute("release task");
            RuntimeException failure = e instanceof SQLException sql ? failure(task.what, sql) : (RuntimeException) e;
            return new Outcome(null, tx.wakes, failure);
        }
    }

    private void rollback(Exception cause) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new ProviderException(name + " is closed", false, null);
        }
    }

    private ProviderException failure(String what, SQLException e) {
        boolean busy = e instanceof SQLiteException sqlite
                && (sqlite.getResultCode() == SQLiteErrorCode.SQLITE_BUSY
                        || sqlite.getResultCode() == SQLiteErrorCode.SQLITE_LOCKED);
        return new ProviderException(name + " could not " + what + ": " + e.getMessage(), busy, e);
    }

    @Override
    public void close() {
        lock.lock();
        try {
            if (!closed) {
                closed = true;
                file.close();
            }
        } catch (SQLException | IOException e) {
            throw new ProviderException(name + " could not be closed: " + e.getMessage(), false, e);
        } finally {
            lock.unlock();
        }
    }
}
