package dev.dormouse.postgres;

import dev.dormouse.outbox.OutboxMessage;
import dev.dormouse.outbox.Place;
import dev.dormouse.outbox.StoredMessage;
import dev.dormouse.outbox.Suspicion;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * What one read of a node's lanes brought.
 *
 * @param held messages of keys that are held back
 * @param seen how far the lanes were read, and when
 */
record RelayRows(List<StoredMessage> messages, List<Place> held, LaneMarks.Read seen) {

    static RelayRows read(ResultSet rows) throws SQLException {
        List<StoredMessage> messages = new ArrayList<>();
        List<Place> held = new ArrayList<>();
        Map<Integer, Long> tops = new HashMap<>();
        long xmin = 0;
        long xmax = Long.MAX_VALUE;
        while (rows.next()) {
            Place place = place(rows);
            xmin = rows.getLong("xmin");
            xmax = rows.getLong("xmax");
            if (!place.waiting()) {
                tops.merge(place.lane(), place.seq(), Math::max);
            }
            if (rows.getBoolean("held")) {
                held.add(place);
            } else {
                messages.add(new StoredMessage(place, rows.getInt("bytes"), suspicion(rows), message(rows, place)));
            }
        }
        return new RelayRows(messages, held, new LaneMarks.Read(tops, xmin, xmax));
    }

    boolean isEmpty() {
        return messages.isEmpty() && held.isEmpty();
    }

    private static Place place(ResultSet rows) throws SQLException {
        return new Place(rows.getInt("lane"), rows.getString("key"), rows.getLong("seq"), !rows.getBoolean("fresh"));
    }

    private static Suspicion suspicion(ResultSet rows) throws SQLException {
        if (rows.getBoolean("lost")) {
            return Suspicion.LOST;
        }
        return rows.getBoolean("suspect") ? Suspicion.SUSPECT : Suspicion.NONE;
    }

    private static OutboxMessage message(ResultSet rows, Place place) throws SQLException {
        return new OutboxMessage(
                rows.getObject("id", UUID.class),
                rows.getString("topic"),
                place.key(),
                rows.getBytes("payload"),
                rows.getString("content_type"),
                Headers.read(rows.getArray("headers")),
                rows.getObject("published_at", OffsetDateTime.class).toInstant(),
                rows.getInt("attempt") + 1);
    }
}
