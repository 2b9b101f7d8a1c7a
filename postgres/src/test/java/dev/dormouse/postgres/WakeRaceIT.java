package dev.dormouse.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** "The producer commits and then reads who sleeps; the consumer says so and then looks": shown, not only said. */
@Order(3)
class WakeRaceIT {

    private static final int RACES = Integer.getInteger("dormouse.races", 100_000);
    /** A minute on two cores that have nothing else to do. */
    private static final Duration TIME = Duration.ofMinutes(10);

    private static final Duration BROKEN_TIME = Duration.ofSeconds(40);

    @Test
    void noWakeIsLostHoweverSleepAndInsertMeet() throws Exception {
        try (WakeRace race = new WakeRace(WakeRace.Order.RIGHT, Duration.ofSeconds(20))) {
            long start = System.nanoTime();
            race.run(RACES, 1, TIME);
            System.out.printf(
                    "races=%d lost=%d seconds=%.1f%n",
                    race.races.get(), race.lost.get(), (System.nanoTime() - start) / 1e9);
            assertThat(race.lost.get()).isZero();
            assertThat(race.races.get()).isGreaterThanOrEqualTo(RACES);
        }
    }

    @Test
    void readingWhoSleepsBeforeTheCommitLosesWakes() throws Exception {
        assertLosesWakes(WakeRace.Order.ANNOUNCE_BEFORE_COMMIT);
    }

    @Test
    void lookingBeforeSayingSoLosesWakes() throws Exception {
        assertLosesWakes(WakeRace.Order.LOOK_BEFORE_FLAG);
    }

    private static void assertLosesWakes(WakeRace.Order order) throws Exception {
        try (WakeRace race = new WakeRace(order, Duration.ofSeconds(3))) {
            race.run(Integer.MAX_VALUE, 1, BROKEN_TIME);
            System.out.println(order + " lost a wake within " + race.races.get() + " races");
            assertThat(race.lost.get()).isPositive();
        }
    }
}
