package dev.dormouse.jobs.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TicksTest {

    private static final Instant NOON = Instant.parse("2026-11-15T12:00:00Z");

    private final Schedule minutely = Schedule.every(Duration.ofMinutes(1));

    @Test
    void periodsAreAnchoredAtTheEpoch() {
        assertThat(Schedule.parse("@every PT10S", ZoneOffset.UTC).next(NOON.plusMillis(1)))
                .contains(NOON.plusSeconds(10));
        assertThat(Schedule.every(Duration.ofSeconds(10)).next(NOON)).contains(NOON.plusSeconds(10));
        assertThat(Schedule.every(Duration.ofSeconds(10)).next(Instant.ofEpochMilli(-1)))
                .contains(Instant.EPOCH);
    }

    @Test
    void anOddPeriodIsRefused() {
        for (String period : List.of("PT0S", "PT0.5S", "PT-5S", "PT1.0000001S", "P40000D")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Schedule.parse("@every " + period, ZoneOffset.UTC))
                    .withMessageContaining("PT10S");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Schedule.parse("@every 10s", ZoneOffset.UTC))
                .withMessageContaining("'@every 10s'")
                .withMessageContaining("PT10S");
    }

    @Test
    void aTickInTimeIsFiredWhateverThePolicy() {
        for (CatchUp catchUp : CatchUp.values()) {
            assertThat(Ticks.toFire(minutely, NOON, NOON.plusMillis(3), catchUp, Overlap.ALLOW))
                    .containsExactly(NOON);
        }
    }

    @Test
    void missedTicksAreMadeUpForAsThePolicySays() {
        Instant now = NOON.plusSeconds(185);
        assertThat(Ticks.toFire(minutely, NOON, now, CatchUp.ONE, Overlap.ALLOW))
                .containsExactly(NOON.plusSeconds(180));
        assertThat(Ticks.toFire(minutely, NOON, now, CatchUp.ALL, Overlap.ALLOW))
                .containsExactly(NOON, NOON.plusSeconds(60), NOON.plusSeconds(120), NOON.plusSeconds(180));
        assertThat(Ticks.toFire(minutely, NOON, now, CatchUp.ALL, Overlap.SKIP)).containsExactly(NOON.plusSeconds(180));
        assertThat(Ticks.toFire(minutely, NOON, now, CatchUp.NONE, Overlap.ALLOW))
                .containsExactly(NOON.plusSeconds(180));
    }

    @Test
    void withoutCatchUpATickOfLongAgoIsDropped() {
        Schedule daily = Schedule.every(Duration.ofDays(1));
        assertThat(Ticks.toFire(daily, NOON, NOON.plusSeconds(61), CatchUp.NONE, Overlap.ALLOW))
                .isEmpty();
        assertThat(Ticks.toFire(daily, NOON, NOON.plusSeconds(60), CatchUp.NONE, Overlap.ALLOW))
                .containsExactly(NOON);
        assertThat(Ticks.toFire(daily, NOON, NOON.plusSeconds(61), CatchUp.ONE, Overlap.ALLOW))
                .containsExactly(NOON);
    }

    @Test
    void tenYearsOfSecondsAreDoneInNoTime() {
        Schedule everySecond = Schedule.every(Duration.ofSeconds(1));
        Instant due = NOON.minus(Duration.ofDays(3650));
        List<Instant> all = Ticks.toFire(everySecond, due, NOON, CatchUp.ALL, Overlap.ALLOW);
        assertThat(all).hasSize(Ticks.ALL_MAX).endsWith(NOON).startsWith(NOON.minusSeconds(Ticks.ALL_MAX - 1));
        assertThat(Ticks.toFire(everySecond, due, NOON, CatchUp.ONE, Overlap.ALLOW))
                .containsExactly(NOON);
    }

    @Test
    void theLatestTicksAreThoseThatAWalkFinds() {
        Random random = new Random(11);
        for (int i = 0; i < 2000; i++) {
            Schedule schedule = Schedule.every(Duration.ofSeconds(1 + random.nextInt(5000)));
            Instant due = NOON.minusMillis(random.nextInt(1_000_000));
            int max = 1 + random.nextInt(20);
            assertThat(Ticks.latest(schedule, due, NOON, max))
                    .as("round %s of %s", i, schedule)
                    .isEqualTo(walk(schedule, due, max));
        }
    }

    private static List<Instant> walk(Schedule schedule, Instant due, int max) {
        List<Instant> ticks = new ArrayList<>(List.of(due));
        for (Instant tick = schedule.next(due).orElseThrow(); !tick.isAfter(NOON); ) {
            ticks.add(tick);
            tick = schedule.next(tick).orElseThrow();
        }
        return ticks.subList(Math.max(0, ticks.size() - max), ticks.size());
    }
}
