package dev.dormouse.postgres.listen;

import static org.awaitility.Awaitility.await;

import dev.dormouse.wake.WakeHint;
import dev.dormouse.wake.WakeSink;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps all it is told, in order. */
class RecordingSink implements WakeSink {

    static final Duration DEADLINE = Duration.ofSeconds(30);

    final List<WakeHint> wakes = new CopyOnWriteArrayList<>();

    /** The words "listening", "lost" and "cannot". */
    final List<String> states = new CopyOnWriteArrayList<>();

    final List<String> reasons = new CopyOnWriteArrayList<>();

    @Override
    public void wake(WakeHint hint) {
        wakes.add(hint);
    }

    @Override
    public void listening() {
        states.add("listening");
    }

    @Override
    public void listenerLost(String why) {
        reasons.add(why);
        states.add("lost");
    }

    @Override
    public void cannotListen(String why) {
        reasons.add(why);
        states.add("cannot");
    }

    void awaitStates(String... expected) {
        await().atMost(DEADLINE).until(() -> states.equals(List.of(expected)));
    }

    void awaitQueue(String queue) {
        await().atMost(DEADLINE).until(() -> queues().contains(queue));
    }

    List<String> queues() {
        return wakes.stream().map(WakeHint::queue).toList();
    }
}
