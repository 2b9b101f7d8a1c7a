package dev.dormouse.server;

import dev.dormouse.Dormouse;
import dev.dormouse.DormouseBuilder;
import dev.dormouse.outbox.Delivery;
import dev.dormouse.outbox.NewMessage;
import dev.dormouse.outbox.Sink;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The demo's messages: a topic and a sink that notes when each arrives. */
final class DemoOutbox {

    private static final String TOPIC = "demo.message";
    private static final int MESSAGES = 25;
    private static final long PATIENCE_SECONDS = 60;

    private record Arrival(UUID id, long nanos) {}

    private final LinkedBlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();

    DormouseBuilder register(DormouseBuilder node) {
        return node.route("demo", TOPIC, Sink.oneByOne(message -> {
            arrivals.add(new Arrival(message.id(), System.nanoTime()));
            return Delivery.delivered();
        }));
    }

    void show(Dormouse producer, DemoPrinter out) throws InterruptedException {
        out.step("Messages through the outbox, one at a time");
        double[] millis = new double[MESSAGES];
        for (int i = 0; i < MESSAGES; i++) {
            TimeUnit.MILLISECONDS.sleep(60);
            UUID id = producer.outbox()
                    .publish(NewMessage.text(TOPIC, "message " + i).key("demo"));
            long committed = System.nanoTime();
            millis[i] = Math.max(0, (arrivalOf(id) - committed) / 1e6);
        }
        Arrays.sort(millis);
        out.fact("from commit to the sink, p50", DemoPrinter.millis(millis[MESSAGES / 2]));
        out.fact("the slowest of " + MESSAGES, DemoPrinter.millis(millis[MESSAGES - 1]));
    }

    private long arrivalOf(UUID id) throws InterruptedException {
        Arrival arrival;
        do {
            arrival = arrivals.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (arrival == null) {
                throw CommandFailure.of(
                        "message " + id + " did not arrive within " + PATIENCE_SECONDS
                                + " s; is the machine overloaded?",
                        null);
            }
        } while (!arrival.id().equals(id)); // one of an earlier run may come again
        return arrival.nanos();
    }
}
