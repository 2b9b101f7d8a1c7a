package dev.dormouse.benchmarks;

import dev.dormouse.benchmarks.scenarios.Scenarios;
import java.util.List;
import java.util.stream.Stream;

/**
 * The commands of a full run, in about forty minutes: first everything that speed is held to, then the peers. Systems that
 * are an order of magnitude slower get one round, and fewer jobs.
 */
final class StandardRun {
    private static final String PEERS = " --systems db-scheduler,jobrunr,dbos,transaction-outbox --rounds 1";
    private static final String US_AND_FLOOR = " --systems dormouse,floor";

    private StandardRun() {}

    static List<String> commands() {
        return Stream.of(
                        "idle --seconds 120 --rounds 1",
                        "latency --only load=idle --jobs 30" + US_AND_FLOOR,
                        "drain --only slots=2,1000" + US_AND_FLOOR,
                        "orchestrations --only in_flight=100 --only storage=postgres --seconds 10 --rounds 3 --systems dormouse,dbos",
                        "orchestrations --only in_flight=100 --only storage=postgres --seconds 10 --systems floor --rounds 1",
                        "orchestrations --only in_flight=1 --seconds 10 --rounds 1",
                        "fanout --seconds 10 --rounds 1",
                        "outbox" + US_AND_FLOOR,
                        "outbox --systems transaction-outbox --rounds 1",
                        "outbox-pickup --only from=other-process --jobs 30" + US_AND_FLOOR,
                        "outbox-view --jobs 200 --seconds 10 --rounds 1",
                        "claims --rounds 1",
                        "sustained --seconds 10" + US_AND_FLOOR,
                        "enqueue --only threads=32 --only commit_delay=0 --only wakes=off --seconds 3" + US_AND_FLOOR,
                        "enqueue --only threads=64 --only commit_delay=2000 --only wakes=off --seconds 3"
                                + US_AND_FLOOR,
                        "drain --only slots=1000 --jobs 500000 --systems dormouse --rounds 1",
                        "drain --only slots=1000 --jobs 500000 --hold-xmin --systems dormouse --rounds 1",
                        "history --rounds 1",
                        "waiting --rounds 1",
                        "drain --only slots=10,100 --systems dormouse --rounds 1",
                        "latency --only rate=10,100,1000 --seconds 3 --rounds 1" + US_AND_FLOOR,
                        "enqueue --only threads=32 --only commit_delay=0 --only wakes=on --rounds 1" + US_AND_FLOOR,
                        "enqueue --only bulk=1000 --only wakes=off --rounds 1" + US_AND_FLOOR,
                        "outbox-pickup --only from=same-process --jobs 30 --systems dormouse --rounds 1",
                        "nodes --systems dormouse --rounds 1",
                        "timers --seconds 10 --jobs 3000 --systems dormouse,db-scheduler --rounds 1",
                        "latency --only load=idle --jobs 4" + PEERS,
                        "drain --only slots=20,32,50,1000" + PEERS,
                        "enqueue --only threads=32 --only commit_delay=0 --seconds 3" + PEERS,
                        "sustained --seconds 6" + PEERS)
                .filter(words -> Scenarios.names().contains(words.split(" ", -1)[0]))
                .toList();
    }
}
