package dev.dormouse.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.wake.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.Test;

class GatheringTest {
    private static final Duration LOOK = Duration.ofMillis(1);

    @Test
    void severalOfManyArePausedAfterForAsLongAsTheirLookTook() {
        assertThat(Gathering.after(4, 1000, LOOK)).isEqualTo(LOOK);
        assertThat(Gathering.after(249, 1000, LOOK)).isEqualTo(LOOK);
    }

    @Test
    void aSlowLookIsNotPaidForTwice() {
        assertThat(Gathering.after(10, 1000, Duration.ofSeconds(1))).isEqualTo(Duration.ofMillis(2));
    }

    @Test
    void nobodyWaitsForOthersThatMayNotCome() {
        assertThat(Gathering.after(0, 1000, LOOK)).isZero();
        assertThat(Gathering.after(3, 1000, LOOK)).isZero();
    }

    @Test
    void aLookThatBroughtMuchOfWhatItCouldIsFollowedAtOnce() {
        assertThat(Gathering.after(250, 1000, LOOK)).isZero();
        assertThat(Gathering.after(16, 16, LOOK)).isZero();
        assertThat(Gathering.after(4, 16, LOOK)).isZero();
    }

    @Test
    void aQueueThatGathersPausesAfterSeveralAndLosesNothing() {
        LongAdder pauses = new LongAdder();
        int items = gather(true, pauses, 200);
        assertThat(items).isGreaterThanOrEqualTo(200);
        assertThat(pauses.sum()).isPositive();
    }

    @Test
    void oneThatDoesNotIsNeverHeldBack() {
        LongAdder pauses = new LongAdder();
        gather(false, pauses, 200);
        assertThat(pauses.sum()).isZero();
    }

    /** Puts in five items after the other into a queue of a hundred slots; returns how many there were in all. */
    private static int gather(boolean gathers, LongAdder pauses, int atLeast) {
        MemoryQueue queue = new MemoryQueue() {
            @Override
            public boolean gathers() {
                return gathers;
            }
        };
        int items = 0;
        try (DispatcherFixture fixture = new DispatcherFixture(100, queue, counting(pauses)).started()) {
            while (items < atLeast || (gathers && pauses.sum() == 0 && items < 100 * atLeast)) {
                fixture.put(items, 5);
                items += 5;
                fixture.awaitWritten(items);
            }
            fixture.assertNothingLeaked(items);
        }
        return items;
    }

    /** The system's, which counts the waits that are as short as only this pause is. */
    private static Ticker counting(LongAdder shortWaits) {
        return new Ticker() {
            @Override
            public long nanos() {
                return SYSTEM.nanos();
            }

            @Override
            public void await(Condition condition, long nanos) throws InterruptedException {
                if (nanos <= Duration.ofMillis(2).toNanos()) {
                    shortWaits.increment();
                }
                SYSTEM.await(condition, nanos);
            }
        };
    }
}
