package dev.dormouse.benchmarks.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The page of a run of many commands: the lines that speed is held to first, then the figures. */
public final class WholePage {
    private final String command;
    private final List<String> machine;

    public WholePage(String command, List<String> machine) {
        this.command = command;
        this.machine = machine;
    }

    public String markdown(List<Section> sections, List<String> after) {
        StringBuilder page = new StringBuilder();
        page.append("# Benchmarks\n\nThe last full run. It was made, and this page written, by\n\n    ")
                .append(command);
        page.append("\n\nand each table by the command above it. Systems take turns, every trial has a process and a"
                + " database of its own, and rounds are averaged; what is idle nearly always runs side by side. A row"
                + " with fewer jobs or seconds than others belongs to a system that would take too long. Figures of"
                + " another machine differ; what should hold there are the ratios.\n\n");
        machine.forEach(line -> page.append("- ").append(line).append('\n'));
        after.forEach(line -> page.append("- ").append(line).append('\n'));
        page.append("\n## What speed is held to\n\n").append(SpeedLines.markdown(Run.of(sections)));
        byScenario(sections).forEach((scenario, list) -> {
            page.append("\n## ").append(scenario).append('\n');
            page.append('\n').append(list.get(0).explanation()).append('\n');
            list.forEach(section -> page.append('\n').append(section.figures()));
        });
        return page.toString();
    }

    private static Map<String, List<Section>> byScenario(List<Section> sections) {
        Map<String, List<Section>> byScenario = new LinkedHashMap<>();
        for (Section section : sections) {
            byScenario
                    .computeIfAbsent(section.scenario(), key -> new ArrayList<>())
                    .add(section);
        }
        return byScenario;
    }
}
