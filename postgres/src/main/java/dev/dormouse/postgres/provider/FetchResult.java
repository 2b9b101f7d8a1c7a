package dev.dormouse.postgres.provider;

import dev.dormouse.provider.Fetched;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the statements of one fetch answer, as it comes in. */
final class FetchResult<T> {

    List<T> items = List.of();
    /** When the oldest of them became due, by the database's clock. */
    long oldestMicros;

    private boolean more;
    private @Nullable Duration nextDue;

    void readOldest(ResultSet rows) throws SQLException {
        rows.next();
        oldestMicros = rows.getLong("oldest_micros");
    }

    void readStatus(ResultSet rows) throws SQLException {
        rows.next();
        more = rows.getBoolean("more");
        nextDue = Columns.delay(rows, "due_in_ms");
    }

    LowWater.Found<T> found() {
        return new LowWater.Found<>(new Fetched<>(items, more, nextDue), oldestMicros);
    }
}
