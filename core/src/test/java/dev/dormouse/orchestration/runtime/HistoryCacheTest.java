package dev.dormouse.orchestration.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.orchestration.kernel.Event;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class HistoryCacheTest {

    private static final long INCARNATION = 17;
    private final HistoryCache cache = new HistoryCache(100);

    @Test
    void whatWasStartedAgainDoesNotMeetItsOldHistory() {
        cache.put("a", history(1, 3, 10));
        assertThat(cache.take("a", INCARNATION + 1, 1, 3)).isNull();
        assertThat(cache.bytes()).isZero();
    }

    @Test
    void whoOnlyLooksLeavesItForOthers() {
        cache.put("a", history(2, 3, 10));
        assertThat(cache.look("a", 1)).isNull();
        assertThat(cache.look("a", 2)).isNotNull();
        assertThat(cache.take("a", INCARNATION, 2, 3)).isNotNull();
    }

    @Test
    void aHistoryIsTakenOutForItsTurn() {
        cache.put("a", history(1, 3, 10));
        assertThat(cache.take("a", INCARNATION, 1, 3)).isNotNull();
        assertThat(cache.take("a", INCARNATION, 1, 3)).isNull();
        assertThat(cache.bytes()).isZero();
    }

    @Test
    void whatAnotherNodeAddedIsMissingAtTheEndOnly() {
        cache.put("a", history(1, 3, 10));
        assertThat(cache.take("a", INCARNATION, 1, 7))
                .isNotNull()
                .extracting(History::lastEventId)
                .isEqualTo(3L);
    }

    @Test
    void whatDoesNotFitTheFetchIsNotUsed() {
        cache.put("a", history(1, 3, 10));
        assertThat(cache.take("a", INCARNATION, 2, 3)).as("another execution").isNull();
        cache.put("a", history(1, 3, 10));
        assertThat(cache.take("a", INCARNATION, 1, 2))
                .as("longer than the truth")
                .isNull();
        assertThat(cache.bytes()).isZero();
    }

    @Test
    void theLeastRecentlyUsedGoFirst() {
        cache.put("a", history(1, 1, 40));
        cache.put("b", history(1, 1, 40));
        cache.put("c", history(1, 1, 40));
        assertThat(cache.size()).isEqualTo(2);
        assertThat(cache.bytes()).isEqualTo(80);
        assertThat(cache.take("a", INCARNATION, 1, 1)).isNull();
        cache.put("huge", history(1, 1, 101));
        assertThat(cache.size()).isEqualTo(2);
    }

    @Test
    void nothingIsKeptIfNothingMayBe() {
        HistoryCache none = new HistoryCache(0);
        none.put("a", history(1, 1, 1));
        assertThat(none.size()).isZero();
    }

    private static History history(long executionId, int events, long bytes) {
        List<Event> list = LongStream.rangeClosed(1, events)
                .<Event>mapToObj(id -> new Event.ValuesCleared(id, Instant.EPOCH))
                .toList();
        return new History(INCARNATION, executionId, Map.of(), list, bytes);
    }
}
