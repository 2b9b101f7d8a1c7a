package dev.dormouse.postgres.sql;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGStatement;
import org.postgresql.util.PGobject;

/**
 * One call of an {@link Sql} on one connection, with its parameters set by name. Not thread-safe; closing it closes the
 * rows that it returned.
 *
 * <p>A duration travels as a bigint of milliseconds. Arrays travel in the driver's binary form.
 *
 * <p>No parameter travels without its type: for one that does, the driver asks the server, and from then on ends the
 * transaction between the statements of this call, which outside of a transaction are one for as long as nothing ends it.
 */
public final class SqlCall implements AutoCloseable {
    private final Sql sql;
    private final Connection connection;
    private final PreparedStatement statement;
    private final boolean[] set;

    SqlCall(Sql sql, Connection connection) throws SQLException {
        this.sql = sql;
        this.connection = connection;
        this.statement = connection.prepareStatement(sql.text());
        this.set = new boolean[sql.parameterCount()];
        prepareOnServer();
    }

    /**
     * At the first use, not at the fifth: after a long sleep the first claim should be as fast as any. A driver that was
     * told not to prepare (behind some poolers) is left as it is.
     */
    private void prepareOnServer() throws SQLException {
        if (statement.isWrapperFor(PGStatement.class)) {
            PGStatement driver = statement.unwrap(PGStatement.class);
            if (driver.getPrepareThreshold() > 1) {
                driver.setPrepareThreshold(1);
            }
        }
    }

    /** Whether there is such a parameter, for those who put statements together as they are needed. */
    public boolean has(String name) {
        return sql.has(name);
    }

    public SqlCall set(String name, long value) throws SQLException {
        for (int position : positions(name)) {
            statement.setLong(position, value);
        }
        return this;
    }

    public SqlCall set(String name, @Nullable Long value) throws SQLException {
        return value == null ? setNull(name, "int8") : set(name, value.longValue());
    }

    public SqlCall set(String name, int value) throws SQLException {
        for (int position : positions(name)) {
            statement.setInt(position, value);
        }
        return this;
    }

    public SqlCall set(String name, double value) throws SQLException {
        for (int position : positions(name)) {
            statement.setDouble(position, value);
        }
        return this;
    }

    public SqlCall set(String name, boolean value) throws SQLException {
        for (int position : positions(name)) {
            statement.setBoolean(position, value);
        }
        return this;
    }

    /** As {@code text}, also on a connection that was told to leave the type of strings open. */
    public SqlCall set(String name, @Nullable String value) throws SQLException {
        if (value == null) {
            return setNull(name, "text");
        }
        PGobject text = new PGobject();
        text.setType("text");
        text.setValue(value);
        for (int position : positions(name)) {
            statement.setObject(position, text);
        }
        return this;
    }

    public SqlCall set(String name, byte @Nullable [] value) throws SQLException {
        for (int position : positions(name)) {
            statement.setBytes(position, value);
        }
        return this;
    }

    /** As a bigint of milliseconds; what is finer is cut off. */
    public SqlCall set(String name, @Nullable Duration value) throws SQLException {
        return value == null ? setNull(name, "int8") : set(name, value.toMillis());
    }

    public SqlCall set(String name, @Nullable Instant value) throws SQLException {
        if (value == null) {
            return setNull(name, "timestamptz");
        }
        for (int position : positions(name)) {
            statement.setObject(position, value.atOffset(ZoneOffset.UTC));
        }
        return this;
    }

    public SqlCall set(String name, long[] values) throws SQLException {
        return setPrimitives(name, values);
    }

    public SqlCall set(String name, int[] values) throws SQLException {
        return setPrimitives(name, values);
    }

    public SqlCall set(String name, short[] values) throws SQLException {
        return setPrimitives(name, values);
    }

    /** As {@code text[]}; a null element is a null there. */
    public SqlCall set(String name, @Nullable String[] values) throws SQLException {
        return setArray(name, "text", values);
    }

    /** As {@code bytea[]}; a null element is a null there. */
    public SqlCall set(String name, byte[] @Nullable [] values) throws SQLException {
        return setArray(name, "bytea", values);
    }

    /** A null of a type, by the short name that the catalog has for it: int8, not bigint. */
    public SqlCall setNull(String name, String type) throws SQLException {
        for (int position : positions(name)) {
            statement.setNull(position, Types.OTHER, type);
        }
        return this;
    }

    /** Runs the call and returns its first rows; statements before them that return none are passed over. */
    public ResultSet query() throws SQLException {
        requireAllSet();
        return rows(statement.execute());
    }

    /** The rows of the next statement of the same call that returns any; closes the ones before. */
    public ResultSet nextRows() throws SQLException {
        return rows(statement.getMoreResults());
    }

    /** Runs the call and returns how many rows its statements changed in all; rows returned are passed over. */
    public int update() throws SQLException {
        requireAllSet();
        int changed = 0;
        boolean isRows = statement.execute();
        while (isRows || statement.getUpdateCount() != -1) {
            changed += isRows ? 0 : statement.getUpdateCount();
            isRows = statement.getMoreResults();
        }
        return changed;
    }

    @Override
    public void close() throws SQLException {
        statement.close();
    }

    private ResultSet rows(boolean isRows) throws SQLException {
        while (!isRows) {
            if (statement.getUpdateCount() == -1) {
                throw new IllegalStateException("No (more) rows come from " + sql + "; call update() or add a SELECT.");
            }
            isRows = statement.getMoreResults();
        }
        return statement.getResultSet();
    }

    /** The driver knows the types of these and sends them in binary, without boxing. */
    private SqlCall setPrimitives(String name, Object values) throws SQLException {
        for (int position : positions(name)) {
            statement.setObject(position, values);
        }
        return this;
    }

    private SqlCall setArray(String name, String elementType, @Nullable Object[] values) throws SQLException {
        Array array = connection.createArrayOf(elementType, values);
        for (int position : positions(name)) {
            statement.setArray(position, array);
        }
        return this;
    }

    private int[] positions(String name) {
        Sql.Parameter parameter = sql.parameter(name);
        set[parameter.ordinal] = true;
        return parameter.positions;
    }

    private void requireAllSet() {
        for (boolean isSet : set) {
            if (!isSet) {
                throw sql.unset(set);
            }
        }
    }
}
