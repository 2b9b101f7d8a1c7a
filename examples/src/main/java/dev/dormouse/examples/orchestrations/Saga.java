package dev.dormouse.examples.orchestrations;

import dev.dormouse.DormouseBuilder;
import dev.dormouse.orchestration.Activity;
import dev.dormouse.orchestration.ActivityFailedException;
import dev.dormouse.orchestration.Orchestration;
import dev.dormouse.orchestration.OrchestrationCancelledException;
import dev.dormouse.orchestration.OrchestrationContext;
import java.util.ArrayDeque;
import java.util.Deque;

/** Books a trip in three steps; when one fails, or the trip is cancelled, what was booked is undone in reverse order. */
final class Saga {

    record Trip(String traveller, String failingStep) {}

    static final Orchestration<Trip, String> TRIP = Orchestration.of("trip", Trip.class, String.class);
    static final Activity<String, String> BOOK = Activity.of("book", String.class, String.class);
    static final Activity<String, Void> CANCEL = Activity.of("cancel-booking", String.class, Void.class);

    private Saga() {}

    static DormouseBuilder register(DormouseBuilder node) {
        return node.orchestration(TRIP, Saga::travel)
                .activity(BOOK, (ctx, what) -> book(what))
                .activity(CANCEL, (ctx, booking) -> null);
    }

    private static String travel(OrchestrationContext ctx, Trip trip) {
        Deque<String> booked = new ArrayDeque<>();
        try {
            for (String step : new String[] {"flight", "hotel", "car"}) {
                String wish = step.equals(trip.failingStep()) ? step + " that is sold out" : step;
                booked.push(ctx.activity(BOOK, wish).await());
            }
            return String.join(", ", booked);
        } catch (ActivityFailedException | OrchestrationCancelledException e) {
            while (!booked.isEmpty()) {
                ctx.activity(CANCEL, booked.pop()).await();
            }
            throw e;
        }
    }

    private static String book(String what) {
        if (what.endsWith("sold out")) {
            throw new IllegalStateException(what);
        }
        return what + " booked";
    }
}
