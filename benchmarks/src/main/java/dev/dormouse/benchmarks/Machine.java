package dev.dormouse.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.dormouse.benchmarks.scenarios.ChildJvm;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;

/** What the figures were measured on. */
final class Machine {

    private Machine() {}

    static List<String> describe(String postgresVersion) {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return List.of(
                "Machine: %d cores, %d GiB memory, %s %s"
                        .formatted(
                                system.getAvailableProcessors(),
                                Math.round(system.getTotalMemorySize() / 1073741824.0),
                                System.getProperty("os.name"),
                                System.getProperty("os.arch")),
                "Java: %s %s, %s per process"
                        .formatted(
                                System.getProperty("java.vm.name"),
                                System.getProperty("java.vm.version"),
                                ChildJvm.HEAP),
                "PostgreSQL: " + postgresVersion + ", on the same machine, fsync, synchronous_commit and"
                        + " full_page_writes on",
                String.format(Locale.ROOT, "Load average before the run: %.2f", system.getSystemLoadAverage()));
    }
}
