package dev.dormouse.cron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.dormouse.jobs.schedule.CronParser;
import dev.dormouse.jobs.schedule.Schedule;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CronUtilsParserTest {

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    private final CronParser parser = new CronUtilsParser();

    @Test
    void isFoundOnTheClassPath() {
        assertThat(CronParser.onClassPath()).isInstanceOf(CronUtilsParser.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0 9 * * MON-FRI   | 2026-01-12T09:00
            */10 * * * * *    | 2026-01-10T00:00:10
            0 0 L * *         | 2026-01-31T00:00
            0 0 LW * *        | 2026-01-30T00:00
            0 0 * * 5#2       | 2026-02-13T00:00
            0 0 * * 5L        | 2026-01-30T00:00
            0 0 * * 7         | 2026-01-11T00:00
            0 0 * * sun       | 2026-01-11T00:00
            0 0 13 * SUN      | 2026-01-11T00:00
            0 0 12 * * ?      | 2026-01-10T12:00
            0 0 29 FEB *      | 2028-02-29T00:00
            10/15 * * * *     | 2026-01-10T00:10
            @yearly           | 2027-01-01T00:00
            @annually         | 2027-01-01T00:00
            @monthly          | 2026-02-01T00:00
            @weekly           | 2026-01-11T00:00
            @daily            | 2026-01-11T00:00
            @Midnight         | 2026-01-11T00:00
            @hourly           | 2026-01-10T01:00
            """)
    void expressionsMeanWhatTheySay(String expression, LocalDateTime first) {
        Schedule schedule = parser.parse(expression, ZoneOffset.UTC);
        assertThat(schedule.next(Instant.parse("2026-01-10T00:00:00.5Z"))).contains(first.toInstant(ZoneOffset.UTC));
    }

    @Test
    void aTimeOfDayInTheGapFiresOnceRightAfterIt() {
        assertThat(ticks("0,30 2 * * *", "2026-03-28T12:00:00Z", 3))
                .containsExactly("2026-03-29T01:00:00Z", "2026-03-30T00:00:00Z", "2026-03-30T00:30:00Z");
    }

    @Test
    void aTimeOfDayThatIsShownTwiceFiresTheFirstTime() {
        assertThat(ticks("30 2 * * *", "2026-10-24T12:00:00Z", 2))
                .containsExactly("2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z");
    }

    @Test
    void everyHourGoesOnThroughTheGap() {
        assertThat(ticks("30 * * * *", "2026-03-29T00:00:00Z", 3))
                .containsExactly("2026-03-29T00:30:00Z", "2026-03-29T01:30:00Z", "2026-03-29T02:30:00Z");
    }

    @Test
    void everyHourGoesOnThroughTheOverlap() {
        assertThat(ticks("0 * * * *", "2026-10-24T23:30:00Z", 4))
                .containsExactly(
                        "2026-10-25T00:00:00Z", "2026-10-25T01:00:00Z", "2026-10-25T02:00:00Z", "2026-10-25T03:00:00Z");
    }

    @Test
    void theWholeSkippedDayOfApiaFiresAtItsEnd() {
        Schedule daily = parser.parse("0 9 * * *", ZoneId.of("Pacific/Apia"));
        assertThat(daily.next(Instant.parse("2011-12-29T20:00:00Z"))).contains(Instant.parse("2011-12-30T10:00:00Z"));
        assertThat(daily.next(Instant.parse("2011-12-30T10:00:00Z"))).contains(Instant.parse("2011-12-30T19:00:00Z"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            61 * * * *          | field 1 (minute), '61'          | '*/5'
            * 24 * * *          | field 2 (hour), '24'            | '9-17'
            * 22-2 * * *        | field 2 (hour), '22-2'          | '9-17'
            * * 0 * *           | field 3 (day of month), '0'     | '1,15'
            * * * 13 *          | field 4 (month), '13'           | 'JAN,JUL'
            * * * * 8           | field 5 (day of week), '8'      | 'MON-FRI'
            * * * * MONDAYS     | field 5 (day of week), 'MONDAYS' | 'MON-FRI'
            60 * * * * *        | field 1 (second), '60'          | '*/10'
            * 1,,2 * * * *      | field 2 (minute), '1,,2'        | '*/5'
            */0 * * * *         | field 1 (minute), '*/0'         | '*/5'
            -1 * * * *          | field 1 (minute), '-1'          | '*/5'
            1-2-3 * * * *       | field 1 (minute), '1-2-3'       | '*/5'
            * * * *             | has 4 fields                    | '0 9 * * MON-FRI'
            * * * * * * *       | has 7 fields                    | '0 9 * * MON-FRI'
            @reboot             | none of [@annually              | '0 9 * * MON-FRI'
            0 0 30 2 *          | never fires                     | '0 9 * * MON-FRI'
            0 0 * * MON#6       | never fires                     | '0 9 * * MON-FRI'
            """)
    void aWrongExpressionIsNamedWithItsFieldAndAnExample(String expression, String field, String example) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parser.parse(expression, BERLIN))
                .withMessageContaining("'" + expression + "'")
                .withMessageContaining(field)
                .withMessageContaining(example);
    }

    @Test
    void anEmptyAndAVeryLongExpressionAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parser.parse(" ", BERLIN))
                .withMessageContaining("has 0 fields");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parser.parse("1,".repeat(5000) + "1 * * * *", BERLIN))
                .withMessageContaining("at most 200 characters");
    }

    @Test
    void whateverTheTextItIsAScheduleOrAClearError() {
        Random random = new Random(4);
        String alphabet = "0123456789*/,-LW#?@MONFRI\u00e9";
        for (int i = 0; i < 600; i++) {
            StringBuilder text = new StringBuilder("0");
            for (int fields = 3 + random.nextInt(4); fields > 0; fields--) {
                text.append(' ').append(random.nextBoolean() ? "*" : "");
                for (int length = 1 + random.nextInt(3); length > 0; length--) {
                    text.append(alphabet.charAt(random.nextInt(alphabet.length())));
                }
            }
            tryToParse(text.toString());
        }
    }

    private void tryToParse(String text) {
        try {
            assertThat(parser.parse(text, BERLIN).next(Instant.EPOCH)).isPresent();
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageContaining("'" + text + "'");
        }
    }

    private List<String> ticks(String expression, String after, int count) {
        Schedule schedule = parser.parse(expression, BERLIN);
        List<String> ticks = new ArrayList<>();
        Instant tick = Instant.parse(after);
        for (int i = 0; i < count; i++) {
            tick = schedule.next(tick).orElseThrow();
            ticks.add(tick.toString());
        }
        return ticks;
    }
}
