package dev.dormouse.benchmarks.scenarios;

import tools.jackson.databind.json.JsonMapper;

/** What the processes of the harness write to each other: lines, objects as JSON. */
public final class Wire {
    /** Before every answer, since libraries print to standard output too. */
    public static final String MARK = "bench> ";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private Wire() {}

    public static String write(Object value) {
        return JSON.writeValueAsString(value);
    }

    public static <T> T read(String json, Class<T> type) {
        return JSON.readValue(json, type);
    }

    static void answer(String line) {
        System.out.println(MARK + line);
    }
}
