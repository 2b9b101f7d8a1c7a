package dev.dormouse.benchmarks.plans;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The server's log as auto_explain writes it. */
final class ExplainLog {
    /** Before every entry, so that entries can be told from their continuation lines. */
    static final String PREFIX = "@@";

    private static final Pattern ENTRY =
            Pattern.compile("LOG: +duration: ([0-9.]+) ms +plan:\\s+Query Text: (.*)", Pattern.DOTALL);
    /** Where the plan begins: the first line with the planner's costs. */
    private static final Pattern PLAN = Pattern.compile("(?m)^\\s*\\S.*\\(cost=");

    private ExplainLog() {}

    static long length(Path log) throws IOException {
        return Files.size(log);
    }

    /** The calls that were logged after the first so many bytes. */
    static List<ExplainedCall> readFrom(Path log, long offset) throws IOException {
        byte[] bytes = Files.readAllBytes(log);
        return parse(new String(bytes, (int) offset, bytes.length - (int) offset, StandardCharsets.UTF_8));
    }

    static List<ExplainedCall> parse(String text) {
        List<ExplainedCall> calls = new ArrayList<>();
        for (String entry : text.split("(?m)^" + PREFIX, -1)) {
            Matcher matcher = ENTRY.matcher(entry);
            if (matcher.find()) {
                String rest = matcher.group(2);
                Matcher plan = PLAN.matcher(rest);
                if (plan.find()) {
                    calls.add(new ExplainedCall(
                            rest.substring(0, plan.start()).strip(),
                            Double.parseDouble(matcher.group(1)),
                            unindented(rest.substring(plan.start()))));
                }
            }
        }
        return calls;
    }

    /** Every continuation line begins with a tab. */
    private static String unindented(String plan) {
        return plan.replaceAll("(?m)^\\t", "").replaceAll("^\\s*\\n", "").stripTrailing();
    }
}
