package dev.dormouse.postgres.provider;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Turns rows into columns, as arrays for one statement about many items, and columns of a result into values. */
final class Columns {

    private Columns() {}

    static <T> long[] longs(List<T> rows, ToLongFunction<T> column) {
        return rows.stream().mapToLong(column).toArray();
    }

    static <T> int[] ints(List<T> rows, ToIntFunction<T> column) {
        return rows.stream().mapToInt(column).toArray();
    }

    static <T> @Nullable String[] texts(List<T> rows, Function<T, @Nullable String> column) {
        @Nullable String[] texts = new String[rows.size()];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = column.apply(rows.get(i));
        }
        return texts;
    }

    static String[] textArray(ResultSet rows, String column) throws SQLException {
        Array array = rows.getArray(column);
        return array == null ? new String[0] : (String[]) array.getArray();
    }

    static Long[] longArray(ResultSet rows, String column) throws SQLException {
        Array array = rows.getArray(column);
        return array == null ? new Long[0] : (Long[]) array.getArray();
    }

    static Boolean[] booleanArray(ResultSet rows, String column) throws SQLException {
        Array array = rows.getArray(column);
        return array == null ? new Boolean[0] : (Boolean[]) array.getArray();
    }

    /** A delay that the database computed; what is overdue is due now. */
    static @Nullable Duration delay(ResultSet rows, String column) throws SQLException {
        long millis = rows.getLong(column);
        return rows.wasNull() ? null : Duration.ofMillis(Math.max(0, millis));
    }
}
