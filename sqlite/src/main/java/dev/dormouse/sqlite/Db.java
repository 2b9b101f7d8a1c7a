package dev.dormouse.sqlite;

import dev.dormouse.provider.ProviderException;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
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

    /** All or nothing. What the work wants announced is announced after the commit, and outside of the lock. */
    <T> T transact(String what, Work<T> work) {
        T result;
        Tx tx;
        lock.lock();
        try {
            requireOpen();
            tx = new Tx(statements, clock.millis());
            result = committed(work, tx);
        } catch (SQLException e) {
            throw failure(what, e);
        } finally {
            lock.unlock();
        }
        announce.accept(tx.wakes);
        return result;
    }

    private <T> T committed(Work<T> work, Tx tx) throws SQLException {
        try {
            T result = work.run(tx);
            connection.commit();
            return result;
        } catch (SQLException | RuntimeException e) {
            connection.rollback();
            throw e;
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
