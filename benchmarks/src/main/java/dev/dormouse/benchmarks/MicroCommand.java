package dev.dormouse.benchmarks;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./dormouse bench micro}. */
@Command(
        name = "micro",
        mixinStandardHelpOptions = true,
        description = "JMH micro-benchmarks of the kernel's replay, the codec and the wake hub.")
final class MicroCommand implements Callable<Integer> {
    @Parameters(arity = "0..1", paramLabel = "<pattern>", description = "those whose name contains it; else all")
    private String pattern = "";

    @Option(names = "--seconds", defaultValue = "1", description = "per iteration (default: ${DEFAULT-VALUE})")
    private int seconds = 1;

    @Option(names = "--forks", defaultValue = "1", description = "processes per benchmark (default: ${DEFAULT-VALUE})")
    private int forks = 1;

    @Option(names = "--json", description = "a file for the results, in JMH's own format")
    private String json = "";

    @Override
    public Integer call() throws Exception {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("dev\\.dormouse\\.benchmarks\\.micro\\..*" + pattern)
                .mode(Mode.AverageTime)
                .timeUnit(TimeUnit.MICROSECONDS)
                .forks(forks)
                .warmupIterations(3)
                .warmupTime(TimeValue.seconds(seconds))
                .measurementIterations(3)
                .measurementTime(TimeValue.seconds(seconds));
        if (!json.isEmpty()) {
            options = options.resultFormat(ResultFormatType.JSON).result(json);
        }
        return new Runner(options.build()).run().isEmpty() ? 1 : 0;
    }
}
