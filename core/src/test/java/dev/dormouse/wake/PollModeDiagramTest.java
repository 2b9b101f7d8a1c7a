package dev.dormouse.wake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Draws the state machine by walking {@link PollState#next} itself, so that the drawing cannot lie. */
class PollModeDiagramTest {

    private static final Path PAGE = Path.of("docs", "states", "poll-mode.md");

    @Test
    void committedDiagramIsWhatTheFunctionDoes() throws IOException {
        Path page = repository().resolve(PAGE);
        if (Boolean.getBoolean("docs.write")) {
            Files.createDirectories(page.getParent());
            Files.writeString(page, page(), UTF_8);
        }
        assertThat(Files.exists(page) ? Files.readString(page, UTF_8) : "")
                .as(
                        "%s is out of date. Write it anew with: "
                                + "mvn -pl core test -Dtest=PollModeDiagramTest -Ddocs.write=true",
                        PAGE)
                .isEqualTo(page());
    }

    private static String page() {
        WakeSettings defaults = WakeSettings.defaults().withAggressiveExitThreshold(2);
        return """
                # Poll mode

                How a waiter learns of new work, and what changes that. Written by `PollModeDiagramTest`, which explores
                `PollState.next` in every state that can be reached; do not edit.

                Where a cell of a table names more than one mode, the rest of the state decides. AGGRESSIVE is left only after
                the minimum stay *and* enough successful empty looks in a row, to LISTENING if the listener is up and to
                POLLING if not. A dot means that the mode stays. The drawings leave out STOP, which every mode obeys.

                ## By default: only trouble enters AGGRESSIVE

                """
                + section(Transitions.of(defaults))
                + "\n## With `everyWake()`: every wake enters AGGRESSIVE\n\n"
                + section(Transitions.of(defaults.everyWake()));
    }

    private static String section(Transitions transitions) {
        return "```mermaid\n" + transitions.diagram() + "```\n\n" + transitions.table();
    }

    private static Path repository() {
        return Stream.iterate(Path.of("").toAbsolutePath(), Objects::nonNull, Path::getParent)
                .filter(directory -> Files.exists(directory.resolve("core").resolve("pom.xml")))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no directory above this one contains core/pom.xml"));
    }

    /** To which modes each event leads from each mode, over all reachable states, before and after the minimum stay. */
    private record Transitions(Map<PollMode, Map<PollEvent, Set<PollMode>>> cells) {

        static Transitions of(WakeSettings settings) {
            Map<PollMode, Map<PollEvent, Set<PollMode>>> cells = new EnumMap<>(PollMode.class);
            Set<PollState> seen = new HashSet<>();
            Deque<PollState> open = new ArrayDeque<>(Set.of(PollState.initial(0)));
            while (!open.isEmpty()) {
                PollState state = open.remove();
                if (seen.add(state)) {
                    explore(state, settings, cells, open);
                }
            }
            return new Transitions(cells);
        }

        private static void explore(
                PollState state,
                WakeSettings settings,
                Map<PollMode, Map<PollEvent, Set<PollMode>>> cells,
                Deque<PollState> open) {
            long stayed = settings.aggressiveDuration().toNanos();
            for (PollEvent event : PollEvent.values()) {
                for (long elapsed : new long[] {0, stayed}) {
                    PollState next = state.next(event, state.enteredNanos() + elapsed, settings);
                    cells.computeIfAbsent(state.mode(), mode -> new EnumMap<>(PollEvent.class))
                            .computeIfAbsent(event, any -> EnumSet.noneOf(PollMode.class))
                            .add(next.mode());
                    open.add(new PollState(next.mode(), 0, next.emptyLooks(), next.backoffLevel(), next.listening()));
                }
            }
        }

        String diagram() {
            Map<PollMode, Map<PollMode, Set<PollEvent>>> arrows = new TreeMap<>();
            cells.forEach((from, row) -> row.forEach((event, targets) -> targets.stream()
                    .filter(to -> to != from && event != PollEvent.STOP)
                    .forEach(to -> arrows.computeIfAbsent(from, mode -> new TreeMap<>())
                            .computeIfAbsent(to, mode -> EnumSet.noneOf(PollEvent.class))
                            .add(event))));
            StringBuilder drawing = new StringBuilder("stateDiagram-v2\n");
            drawing.append("    [*] --> ").append(PollState.initial(0).mode()).append('\n');
            arrows.forEach((from, targets) -> targets.forEach(
                    (to, events) -> drawing.append("    " + from + " --> " + to + ": " + join(events, ", ") + "\n")));
            return drawing.toString();
        }

        String table() {
            StringBuilder table = new StringBuilder("| event |");
            Arrays.stream(PollMode.values())
                    .forEach(mode -> table.append(' ').append(mode).append(" |"));
            table.append("\n|---|")
                    .append("---|".repeat(PollMode.values().length))
                    .append('\n');
            for (PollEvent event : PollEvent.values()) {
                table.append("| ").append(event).append(" |");
                cells.forEach((from, row) -> table.append(' ')
                        .append(cell(from, row.getOrDefault(event, Set.of())))
                        .append(" |"));
                table.append('\n');
            }
            return table.toString();
        }

        private static String cell(PollMode from, Set<PollMode> targets) {
            return targets.equals(Set.of(from)) ? "·" : join(targets, " or ");
        }

        private static String join(Set<?> words, String separator) {
            return words.stream().map(Object::toString).collect(joining(separator));
        }
    }
}
