package dev.dormouse.cron;

import com.cronutils.model.Cron;
import com.cronutils.model.definition.CronDefinition;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The local times that an expression names: a calendar without zone, in which every day has 24 hours. Immutable. */
final class CronExpression {

    private static final int CHARS_MAX = 200;
    private static final String EXAMPLE = "for example '0 9 * * MON-FRI'";
    private static final Set<String> EVERY_HOUR = Set.of("*", "*/1", "0-23");
    private static final CronDefinition WITHOUT_SECONDS = definition(CronDefinitionBuilder.defineCron());
    private static final CronDefinition WITH_SECONDS = definition(
            CronDefinitionBuilder.defineCron().withSeconds().withStrictRange().and());
    private static final Map<String, String> NICKNAMES = Map.of(
            "@yearly", "0 0 1 1 *",
            "@annually", "0 0 1 1 *",
            "@monthly", "0 0 1 * *",
            "@weekly", "0 0 * * 0",
            "@daily", "0 0 * * *",
            "@midnight", "0 0 * * *",
            "@hourly", "0 * * * *");

    private final ExecutionTime calendar;
    private final boolean everyHour;

    private CronExpression(ExecutionTime calendar, boolean everyHour) {
        this.calendar = calendar;
        this.everyHour = everyHour;
    }

    static CronExpression of(String text) {
        List<String> parts = parts(text);
        List<CronField> fields =
                parts.size() == CronField.WITH_SECONDS.size() ? CronField.WITH_SECONDS : CronField.WITHOUT_SECONDS;
        for (int i = 0; i < parts.size(); i++) {
            requireField(text, parts.get(i), i, fields);
        }
        CronExpression expression =
                new CronExpression(calendar(parts), EVERY_HOUR.contains(parts.get(fields.indexOf(CronField.HOUR))));
        if (expression.next(LocalDateTime.of(2000, 1, 1, 0, 0)).isEmpty()) {
            throw new IllegalArgumentException(
                    "The cron expression '" + text + "' never fires: no year has such a day, " + EXAMPLE);
        }
        return expression;
    }

    /** The first local time after this one, which must be in whole seconds. */
    Optional<LocalDateTime> next(LocalDateTime after) {
        return calendar.nextExecution(after.atZone(ZoneOffset.UTC)).map(ZonedDateTime::toLocalDateTime);
    }

    boolean names(LocalDateTime time) {
        return next(time.minusSeconds(1)).filter(time::equals).isPresent();
    }

    /** Whether it fires in every hour of the day, and so means elapsed time rather than a time of day. */
    boolean everyHour() {
        return everyHour;
    }

    private static List<String> parts(String text) {
        if (text.length() > CHARS_MAX) {
            throw new IllegalArgumentException("A cron expression has at most " + CHARS_MAX + " characters, not "
                    + text.length() + ": '" + text.substring(0, 40) + "…'");
        }
        String plain = text.strip();
        if (plain.startsWith("@")) {
            plain = nickname(plain);
        }
        List<String> parts = new ArrayList<>(Arrays.asList(plain.split("\\s+")));
        if (parts.size() != CronField.WITHOUT_SECONDS.size() && parts.size() != CronField.WITH_SECONDS.size()) {
            throw new IllegalArgumentException(
                    "The cron expression '" + text + "' has " + (plain.isEmpty() ? 0 : parts.size())
                            + " fields, but needs 5 (minute, hour, day of month, month, day of week), or 6 with the second in"
                            + " front, " + EXAMPLE);
        }
        // What other dialects write for "any day", because they cannot take two conditions on the day.
        for (int i : new int[] {parts.size() - 3, parts.size() - 1}) {
            parts.set(i, parts.get(i).equals("?") ? "*" : parts.get(i));
        }
        return parts;
    }

    private static String nickname(String text) {
        String plain = NICKNAMES.get(text.toLowerCase(Locale.ROOT));
        if (plain == null) {
            throw new IllegalArgumentException("The cron expression '" + text + "' is none of "
                    + NICKNAMES.keySet().stream().sorted().toList() + ", nor does it have five fields, " + EXAMPLE);
        }
        return plain;
    }

    /** Alone among fields that are right, so that an error can name the one that is wrong. */
    private static void requireField(String text, String part, int index, List<CronField> fields) {
        List<String> alone = new ArrayList<>(Collections.nCopies(fields.size(), "*"));
        alone.set(index, part);
        try {
            calendar(alone);
        } catch (RuntimeException e) {
            CronField field = fields.get(index);
            throw new IllegalArgumentException(
                    "The cron expression '" + text + "' is wrong in field " + (index + 1) + " (" + field.words + "), '"
                            + part + "': it takes " + field.range + ", lists, ranges and steps, for example '"
                            + field.example + "'",
                    e);
        }
    }

    private static ExecutionTime calendar(List<String> parts) {
        CronDefinition definition = parts.size() == CronField.WITH_SECONDS.size() ? WITH_SECONDS : WITHOUT_SECONDS;
        Cron cron = new CronParser(definition).parse(String.join(" ", parts)).validate();
        return ExecutionTime.forCron(cron);
    }

    /** Both conditions on the day may be given, and either is enough, as in every Unix. */
    private static CronDefinition definition(CronDefinitionBuilder builder) {
        return builder.withMinutes()
                .withStrictRange()
                .and()
                .withHours()
                .withStrictRange()
                .and()
                .withDayOfMonth()
                .supportsL()
                .supportsLW()
                .supportsW()
                .withStrictRange()
                .and()
                .withMonth()
                .withStrictRange()
                .and()
                .withDayOfWeek()
                .withValidRange(0, 7)
                .withMondayDoWValue(1)
                .withIntMapping(7, 0)
                .supportsHash()
                .supportsL()
                .and()
                .instance();
    }
}
