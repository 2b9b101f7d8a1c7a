package dev.dormouse.cron;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.jobs.schedule.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.time.Year;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Compares every tick around every change of the clocks with what an oracle saw on the wall clock.
 *
 * <p>{@code -Dcron.zones=all -Dcron.years=20 -Dcron.expressions=20 -Dcron.seed=7} makes it as thorough as one likes.
 */
class CronOracleTest {

    private static final List<String> ZONES = List.of(
            "Africa/Cairo",
            "Africa/Casablanca",
            "Africa/El_Aaiun",
            "America/Asuncion",
            "America/Caracas",
            "America/Godthab",
            "America/Havana",
            "America/New_York",
            "America/Santiago",
            "America/Sao_Paulo",
            "America/St_Johns",
            "Antarctica/Troll",
            "Asia/Amman",
            "Asia/Beirut",
            "Asia/Gaza",
            "Asia/Jerusalem",
            "Asia/Kathmandu",
            "Asia/Kolkata",
            "Asia/Pyongyang",
            "Asia/Tehran",
            "Atlantic/Azores",
            "Australia/Eucla",
            "Australia/Lord_Howe",
            "Australia/Sydney",
            "Europe/Berlin",
            "Europe/Dublin",
            "Europe/Istanbul",
            "Europe/London",
            "Europe/Moscow",
            "Pacific/Apia",
            "Pacific/Auckland",
            "Pacific/Chatham",
            "Pacific/Fiji",
            "Pacific/Kiritimati",
            "Pacific/Norfolk",
            "UTC");
    private static final List<String> EXPRESSIONS =
            List.of("*/5 * * * *", "30 2 * * *", "0 0 * * *", "0,30 1-3 * * *", "15 */2 * * 0", "0 0 1,15 * 1");
    private static final long SEED = Long.getLong("cron.seed", 20_261_115L);
    private static final int YEARS = Integer.getInteger("cron.years", 1);
    private static final int RANDOM_EXPRESSIONS = Integer.getInteger("cron.expressions", 1);

    private final Random random = new Random(SEED);
    private int compared;

    @Test
    void everyTickAroundEveryClockChangeIsTheOracles() {
        for (String zone : zones()) {
            for (Instant change : changes(ZoneId.of(zone), 2027 - YEARS, 2026)) {
                compareAround(ZoneId.of(zone), change);
            }
        }
        assertThat(compared).isGreaterThan(100);
    }

    @Test
    void aDayThatDoesNotExistIsTheOracles() {
        changes(ZoneId.of("Pacific/Apia"), 2011, 2011)
                .forEach(change -> compareAround(ZoneId.of("Pacific/Apia"), change));
    }

    @Test
    void aZoneThatMovedByHalfAnHourIsTheOracles() {
        changes(ZoneId.of("Asia/Pyongyang"), 2015, 2018)
                .forEach(change -> compareAround(ZoneId.of("Asia/Pyongyang"), change));
    }

    @Test
    void aLongStretchOfRandomExpressionsIsTheOracles() {
        Instant from = Instant.parse("2025-12-01T00:00:00Z");
        for (int i = 0; i < 2 + RANDOM_EXPRESSIONS; i++) {
            ZoneId zone = ZoneId.of(ZONES.get(random.nextInt(ZONES.size())));
            compare("0 3 " + days(), zone, from, from.plus(400, ChronoUnit.DAYS));
        }
    }

    private void compareAround(ZoneId zone, Instant change) {
        Instant minute = change.truncatedTo(ChronoUnit.MINUTES);
        List<String> expressions = new ArrayList<>(EXPRESSIONS);
        for (int i = 0; i < RANDOM_EXPRESSIONS; i++) {
            expressions.add(randomTimes() + " " + days());
        }
        for (String expression : expressions) {
            compare(expression, zone, minute.minus(27, ChronoUnit.HOURS), minute.plus(27, ChronoUnit.HOURS));
        }
    }

    private void compare(String expression, ZoneId zone, Instant from, Instant to) {
        List<Instant> expected = new Oracle(expression).ticks(zone, from, to);
        Schedule schedule = new CronUtilsParser().parse(expression, zone);
        List<Instant> actual = new ArrayList<>();
        for (Optional<Instant> tick = schedule.next(from);
                tick.isPresent() && !tick.get().isAfter(to); ) {
            actual.add(tick.get());
            tick = schedule.next(tick.get());
        }
        String what = "'" + expression + "' in " + zone + " from " + from + " (seed " + SEED + ")";
        assertThat(actual).as(what).isEqualTo(expected);
        compareFromAnyInstant(schedule, new TreeSet<>(expected), from, to, what);
        compared++;
    }

    /** A schedule is asked from any instant, not only from its own ticks. */
    private void compareFromAnyInstant(
            Schedule schedule, NavigableSet<Instant> expected, Instant from, Instant to, String what) {
        for (int i = 0; i < 5 && !expected.isEmpty(); i++) {
            Instant after =
                    from.plusMillis(random.nextLong(Duration.between(from, to).toMillis()));
            Instant next = expected.higher(after);
            if (next != null) {
                assertThat(schedule.next(after)).as(what + " after " + after).contains(next);
            }
        }
    }

    private List<String> zones() {
        return "all".equals(System.getProperty("cron.zones"))
                ? List.copyOf(new TreeSet<>(ZoneId.getAvailableZoneIds()))
                : ZONES;
    }

    /** Zones without any change are looked at once a year all the same. */
    private static List<Instant> changes(ZoneId zone, int firstYear, int lastYear) {
        List<Instant> changes = new ArrayList<>();
        Instant end =
                Year.of(lastYear + 1).atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant();
        Instant at = Year.of(firstYear).atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant();
        for (ZoneOffsetTransition change = zone.getRules().nextTransition(at);
                change != null && change.getInstant().isBefore(end);
                change = zone.getRules().nextTransition(change.getInstant())) {
            changes.add(change.getInstant());
        }
        return changes.isEmpty() ? List.of(at) : changes;
    }

    private String randomTimes() {
        String minute = random.nextBoolean() ? "*/" + (1 + random.nextInt(30)) : "" + random.nextInt(60);
        int hour = random.nextInt(5);
        return switch (random.nextInt(4)) {
            case 0 -> minute + " *";
            case 1 -> minute + " " + hour;
            case 2 -> minute + " " + hour + "-" + (hour + random.nextInt(20));
            default -> minute + " */" + (2 + random.nextInt(10));
        };
    }

    private String days() {
        return switch (random.nextInt(6)) {
            case 0 -> "*/" + (2 + random.nextInt(9)) + " * *";
            case 1 -> "* * " + random.nextInt(7);
            case 2 -> "* " + (1 + random.nextInt(12)) + " *";
            case 3 -> (1 + random.nextInt(28)) + " * " + random.nextInt(7);
            case 4 -> "1-" + (1 + random.nextInt(30)) + " 3,4,9-11 1-5";
            default -> "* * *";
        };
    }
}
