package dev.dormouse.postgres.fault;

import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.NodeHealth;
import dev.dormouse.dispatch.DispatcherHealth;
import dev.dormouse.telemetry.NodeCounts;
import dev.dormouse.wake.PollMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** How a worker process fares at one moment, as a line of text. */
final class WorkerState {

    private static final String THREAD = "thread:";

    private final Map<String, String> values;

    private WorkerState(Map<String, String> values) {
        this.values = values;
    }

    static WorkerState of(NodeHealth health, HikariDataSource pool) {
        Map<String, String> values = new TreeMap<>();
        NodeCounts.Snapshot counts = health.counts();
        values.put("millis", "" + System.currentTimeMillis());
        values.put("listening", "" + counts.listening());
        values.put("fallbackFinds", "" + counts.fallbackFinds());
        values.put("failedExchanges", "" + counts.failedExchanges());
        values.put("refused", "" + counts.refused());
        values.put("claimed", "" + counts.claimed());
        values.put("ended", "" + counts.ended());
        values.put("losses", "" + counts.losses());
        counts.wakes().forEach((reason, count) -> values.put("wakes" + reason, "" + count));
        values.put("slots", "" + sum(health.queues(), false));
        values.put("free", "" + sum(health.queues(), true));
        values.put("calm", "" + health.queues().stream().allMatch(q -> q.mode() == PollMode.LISTENING));
        values.put(
                "deaths",
                "" + health.queues().stream().mapToInt(DispatcherHealth::deaths).sum());
        values.put("poolActive", "" + pool.getHikariPoolMXBean().getActiveConnections());
        values.put("poolTotal", "" + pool.getHikariPoolMXBean().getTotalConnections());
        countThreads().forEach((name, count) -> values.put(THREAD + name, "" + count));
        return new WorkerState(values);
    }

    private static int sum(List<DispatcherHealth> queues, boolean free) {
        return queues.stream().mapToInt(q -> free ? q.free() : q.slots()).sum();
    }

    /** Our threads by name, without the number that the threads of a pool end with. */
    private static Map<String, Integer> countThreads() {
        Map<String, Integer> threads = new HashMap<>();
        Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("dormouse-"))
                .forEach(name -> threads.merge(name.replaceAll("-\\d+$", ""), 1, Integer::sum));
        return threads;
    }

    WorkerState ended() {
        values.put("over", "true");
        return this;
    }

    /** The last that was said, if anything was. */
    static Optional<WorkerState> last(Path file) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        String text = Files.readString(file);
        int end = text.lastIndexOf('\n');
        if (end < 0) {
            return Optional.empty();
        }
        return Optional.of(parse(text.substring(text.lastIndexOf('\n', end - 1) + 1, end)));
    }

    private static WorkerState parse(String line) {
        Map<String, String> values = new TreeMap<>();
        for (String pair : line.split(" ", -1)) {
            int equals = pair.indexOf('=');
            values.put(pair.substring(0, equals), pair.substring(equals + 1));
        }
        return new WorkerState(values);
    }

    long number(String key) {
        return Long.parseLong(values.getOrDefault(key, "0"));
    }

    boolean is(String key) {
        return Objects.equals(values.get(key), "true");
    }

    /** How many threads there are of each name of ours. */
    Map<String, Long> threads() {
        Map<String, Long> threads = new TreeMap<>();
        values.keySet().stream()
                .filter(key -> key.startsWith(THREAD))
                .forEach(key -> threads.put(key.substring(THREAD.length()), number(key)));
        return threads;
    }

    /** Free slots, no borrowed connection, listening, not in trouble. */
    boolean atRest() {
        return is("listening") && is("calm") && number("free") == number("slots") && number("poolActive") == 0;
    }

    @Override
    public String toString() {
        StringBuilder line = new StringBuilder();
        values.forEach((key, value) ->
                line.append(line.isEmpty() ? "" : " ").append(key).append('=').append(value));
        return line.toString();
    }
}
