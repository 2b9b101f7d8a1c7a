package dev.dormouse.postgres.provider;

import dev.dormouse.postgres.sql.Sql;
import dev.dormouse.postgres.sql.SqlCall;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Statements chosen for what one call has to do, which travel and commit together; what there is nothing of is not sent. On a
 * connection that commits by itself they are a transaction of their own, as one statement is anyway; else a part of the one
 * that is open.
 */
final class Batch {

    private static final Set<String> WITH_ROWS = Set.of(
            "plan",
            "relax",
            "claim_turns",
            "read_turns",
            "read_turn_histories",
            "turn_status",
            "uncarry",
            "uncarry_expired",
            "claim_work",
            "find_status",
            "work_status",
            "lock_turn",
            "abandon_turn",
            "lock_turns",
            "check_turns",
            "ack_step",
            "ack_direct",
            "begin_instance",
            "begin_instances",
            "start_instances",
            "add_messages",
            "release_turns",
            "recount_turns",
            "lock_work",
            "check_work",
            "abandon_work",
            "renew_work");

    /** The combinations that were needed so far; there are few. */
    static final class Statements {
        private final ProviderDatabase database;
        private final Map<List<String>, Sql> loaded = new ConcurrentHashMap<>();

        Statements(ProviderDatabase database) {
            this.database = database;
        }

        Batch batch() {
            return new Batch(this);
        }

        private Sql load(List<String> parts) {
            return loaded.computeIfAbsent(List.copyOf(parts), all -> database.load(all.toArray(String[]::new)));
        }
    }

    @FunctionalInterface
    interface Parameters {
        void bind(SqlCall call) throws SQLException;
    }

    @FunctionalInterface
    interface Reader {
        void read(ResultSet rows) throws SQLException;
    }

    private final Statements statements;
    private final List<String> parts = new ArrayList<>();
    private final List<Parameters> parameters = new ArrayList<>();
    private final Map<String, Reader> readers = new HashMap<>();

    private Batch(Statements statements) {
        this.statements = statements;
    }

    Batch add(String... more) {
        parts.addAll(List.of(more));
        return this;
    }

    Batch addIf(boolean wanted, String... more) {
        return wanted ? add(more) : this;
    }

    /** Called with the statements as chosen: sets only what they have. */
    Batch bind(Parameters more) {
        parameters.add(more);
        return this;
    }

    Batch read(String part, Reader reader) {
        readers.put(part, reader);
        return this;
    }

    void run(Connection connection) throws SQLException {
        if (parts.size() == 1 || !connection.getAutoCommit()) {
            send(connection);
            return;
        }
        parts.add(0, "begin");
        parts.add("commit");
        try {
            send(connection);
        } catch (SQLException | RuntimeException e) {
            rollback(connection, e);
            throw e;
        }
    }

    /** The statements opened a transaction of which the driver knows nothing. */
    private static void rollback(Connection connection, Exception cause) {
        try (Statement statement = connection.createStatement()) {
            statement.execute("rollback");
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    private void send(Connection connection) throws SQLException {
        try (SqlCall call = statements.load(parts).prepare(connection)) {
            for (Parameters some : parameters) {
                some.bind(call);
            }
            boolean first = true;
            for (String part : parts) {
                if (WITH_ROWS.contains(part)) {
                    ResultSet rows = first ? call.query() : call.nextRows();
                    first = false;
                    readers.getOrDefault(part, unread -> {}).read(rows);
                }
            }
        }
    }
}
