package dev.dormouse.wake;

import static dev.dormouse.wake.HubFixture.looksAndFindsNothing;
import static dev.dormouse.wake.HubFixture.next;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import org.junit.jupiter.api.Test;

/** Waiters that can take only a part of a queue: one of each view is woken, and none forgets another's due time. */
class WakeViewsTest {

    private final HubFixture f = HubFixture.up();

    private Waiter waiter(String view) {
        Waiter waiter = f.hub.register(List.of("a"), view);
        looksAndFindsNothing(waiter);
        return waiter;
    }

    @Test
    void aWakeReachesOneWaiterOfEachView() {
        List<BlockingQueue<WakeReason>> red = List.of(f.park(waiter("red")), f.park(waiter("red")));
        BlockingQueue<WakeReason> blue = f.park(waiter("blue"));
        f.wake("a");

        assertThat(next(blue)).isEqualTo(WakeReason.NOTIFY);
        HubFixture.await(() -> red.get(0).size() + red.get(1).size() == 1);
        assertThat(f.woken).hasSize(2);
    }

    @Test
    void eachViewHasItsOwnDueTime() {
        Waiter red = waiter("red");
        Waiter blue = waiter("blue");
        red.beginLook().empty(Duration.ofSeconds(5));
        blue.beginLook().empty(null);
        f.advance(Duration.ofSeconds(6));

        assertThat(f.now(blue)).isNull();
        assertThat(f.now(red)).isEqualTo(WakeReason.DUE);
    }

    @Test
    void workAnnouncedForLaterWakesEveryView() {
        Waiter red = waiter("red");
        Waiter blue = waiter("blue");
        f.announce("a", Duration.ofSeconds(5));
        f.advance(Duration.ofSeconds(6));

        assertThat(f.now(red)).isEqualTo(WakeReason.DUE);
        assertThat(f.now(blue)).isEqualTo(WakeReason.DUE);
    }

    @Test
    void theSurveyNamesAQueueOnceAndWakesAllOfItsViews() {
        Waiter red = waiter("red");
        Waiter blue = waiter("blue");
        f.findings.add(new Survey.Finding("a", true, null));
        f.advance(Duration.ofMinutes(2));

        assertThat(f.now(red)).isEqualTo(WakeReason.FALLBACK);
        assertThat(f.now(blue)).isEqualTo(WakeReason.FALLBACK);
        assertThat(f.surveys).hasSize(1);
        assertThat(f.surveys.get(0)).containsExactly("a");
    }

    @Test
    void aWaiterThatLeavesHandsItsWakeToOneOfItsView() {
        Waiter first = waiter("red");
        Waiter second = waiter("red");
        Waiter blue = waiter("blue");
        f.wake("a");
        assertThat(f.now(blue)).isEqualTo(WakeReason.NOTIFY);
        blue.close();
        first.close();

        assertThat(f.now(second)).isEqualTo(WakeReason.NOTIFY);
    }
}
