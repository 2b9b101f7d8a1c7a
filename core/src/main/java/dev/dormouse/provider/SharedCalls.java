package dev.dormouse.provider;

import dev.dormouse.spi.StoreException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lets many callers share calls that take many questions at once: whoever comes while a call is under way shares the next one
 * with all others who do. A caller that is alone pays nothing for it. Thread-safe.
 *
 * @param <Q> what one caller asks
 * @param <A> what it is answered
 */
public final class SharedCalls<Q, A> {

    /**
     * For calls that virtual threads share: an interrupt of one of those while it uses a socket closes the socket, and would be
     * the trouble of all others.
     */
    private static final ExecutorService PLATFORM_THREADS = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "dormouse-shared-call");
        thread.setDaemon(true);
        return thread;
    });

    private final int together;
    private final int abreast;
    private final Function<List<Q>, List<A>> call;

    // Guarded by this.
    private final Deque<Seat<Q, A>> waiting = new ArrayDeque<>();
    private int underway;

    /** One caller's question on its way. */
    private static final class Seat<Q, A> {
        final Q question;
        final Thread thread = Thread.currentThread();
        private @Nullable A answer;
        private @Nullable RuntimeException failure;
        /** Answered, or the next to make the call. */
        private volatile boolean called;

        private volatile boolean ended;

        Seat(Q question) {
            this.question = question;
        }

        void wake() {
            called = true;
            LockSupport.unpark(thread);
        }
    }

    /**
     * With one call at a time.
     *
     * @param call answers in the order of the questions, at most {@code together} at a time
     */
    public SharedCalls(int together, Function<List<Q>, List<A>> call) {
        this(together, 1, call);
    }

    /** @param abreast how many calls may be under way at the same time; a further one waits until it would be full */
    public SharedCalls(int together, int abreast, Function<List<Q>, List<A>> call) {
        this.together = together;
        this.abreast = abreast;
        this.call = call;
    }

    public A ask(Q question) {
        Seat<Q, A> seat = new Seat<>(question);
        if (!leads(seat)) {
            awaitCall(seat);
            letOthersCome(seat);
        }
        if (!seat.ended) {
            answer(take(seat));
        }
        if (seat.failure != null) {
            throw seat.failure;
        }
        return Objects.requireNonNull(seat.answer);
    }

    /** How many wait for the next call. */
    synchronized int waiting() {
        return waiting.size();
    }

    private synchronized boolean leads(Seat<Q, A> seat) {
        if (mayBegin(waiting.size() + 1)) {
            underway++;
            return true;
        }
        waiting.add(seat);
        return false;
    }

    /** Beside another call only a full one: two half-empty ones cost twice as much, and who is answered comes back to the next. */
    private boolean mayBegin(int seats) {
        return underway == 0 || (underway < abreast && seats >= together);
    }

    /** Until somebody has the answer, or nobody is left to get it. The call itself ends; an interrupt can wait for that. */
    private static void awaitCall(Seat<?, ?> seat) {
        boolean interrupted = false;
        while (!seat.called) {
            LockSupport.park(seat);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Those who were just answered often come right back, and would miss this call by a hair. */
    @SuppressWarnings(
            "ThreadPriorityCheck") // Only a chance for them: nothing depends on what the scheduler makes of it.
    private static void letOthersCome(Seat<?, ?> next) {
        if (!next.ended) {
            Thread.yield();
        }
    }

    private synchronized List<Seat<Q, A>> take(Seat<Q, A> own) {
        List<Seat<Q, A>> seats = new ArrayList<>();
        seats.add(own);
        while (seats.size() < together && !waiting.isEmpty()) {
            seats.add(waiting.poll());
        }
        return seats;
    }

    private void answer(List<Seat<Q, A>> seats) {
        try {
            if (seats.size() > 1 && ThreadKind.isVirtual(Thread.currentThread())) {
                CompletableFuture.runAsync(() -> askTogether(seats), PLATFORM_THREADS)
                        .join();
            } else {
                askTogether(seats);
            }
        } finally {
            seats.forEach(seat -> seat.ended = true);
            seats.forEach(Seat::wake);
            handOver();
        }
    }

    /** One question that cannot be answered must not be the trouble of the others. */
    private void askTogether(List<Seat<Q, A>> seats) {
        try {
            List<A> answers =
                    call.apply(seats.stream().map(seat -> seat.question).toList());
            for (int i = 0; i < answers.size(); i++) {
                seats.get(i).answer = answers.get(i);
            }
        } catch (RuntimeException e) {
            if (!isPassing(e) && seats.size() > 1) {
                seats.forEach(seat -> askTogether(List.of(seat)));
            } else {
                seats.forEach(seat -> seat.failure = e);
            }
        }
    }

    private static boolean isPassing(RuntimeException e) {
        return (e instanceof ProviderException failure && failure.retryable())
                || (e instanceof StoreException trouble && trouble.retryable());
    }

    private void handOver() {
        Seat<Q, A> next;
        synchronized (this) {
            underway--;
            next = mayBegin(waiting.size()) ? waiting.poll() : null;
            underway += next == null ? 0 : 1;
        }
        if (next != null) {
            next.wake();
        }
    }
}
