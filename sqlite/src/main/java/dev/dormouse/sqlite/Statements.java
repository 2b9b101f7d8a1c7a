package dev.dormouse.sqlite;

import dev.dormouse.provider.ProviderException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The prepared statements of the one connection. Used under the database's lock. */
final class Statements {

    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();

    Statements(Connection connection) {
        this.connection = connection;
    }

    PreparedStatement bound(String sql, @Nullable Object... parameters) throws SQLException {
        PreparedStatement statement = prepared(sql);
        for (int i = 0; i < parameters.length; i++) {
            if (parameters[i] instanceof String text) {
                requireWhole(text);
            }
            statement.setObject(i + 1, parameters[i]);
        }
        return statement;
    }

    /** Half of a surrogate pair has no encoding: the driver would store a question mark and say nothing. */
    private static void requireWhole(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isHighSurrogate(text.charAt(i))
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(text.charAt(i))) {
                throw new ProviderException(
                        "Text with half of a surrogate pair cannot be stored: it stands at index " + i
                                + "; encode what is not text as Base64",
                        false,
                        null);
            }
        }
    }

    private PreparedStatement prepared(String sql) throws SQLException {
        PreparedStatement known = prepared.get(sql);
        if (known != null) {
            return known;
        }
        PreparedStatement statement = connection.prepareStatement(sql);
        prepared.put(sql, statement);
        return statement;
    }
}
