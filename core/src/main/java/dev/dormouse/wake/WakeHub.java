package dev.dormouse.wake;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Routes wakes to the waiters that can use them; one per node. Thread-safe.
 *
 * <p>Competing consumers: one token wakes one waiter. Tokens never accumulate beyond the number of waiters. The fallback is
 * the node's, not each waiter's: whoever reaches it first surveys all queues in one statement and hands out tokens.
 */
public final class WakeHub implements WakeSink {

    private static final Logger log = LoggerFactory.getLogger(WakeHub.class);
    /** What is due later than this is looked at again then: far enough to cost nothing, near enough to add up. */
    private static final Duration FARTHEST = Duration.ofDays(30);

    final WakeSettings settings;
    final Ticker ticker;
    final WakeObserver observer;
    final ReentrantLock lock = new ReentrantLock();
    private final Survey survey;
    private final Signals signals = new Signals();
    private final AtomicInteger generation = new AtomicInteger();

    /** Written by the wake source's thread, read by anyone. */
    private volatile boolean listening;

    /** By queue and view. Changed under the lock; whether a queue is in it may be asked without. */
    private final Map<String, Map<Object, Topic>> topics = new ConcurrentHashMap<>();

    // Guarded by the lock.
    private final List<Waiter> waiters = new ArrayList<>();
    private PollState initial;
    final Fallback fallback;
    private long looks;

    public WakeHub(WakeSettings settings, Ticker ticker, WakeObserver observer, Survey survey) {
        this.settings = settings;
        this.ticker = ticker;
        this.observer = observer;
        this.survey = survey;
        this.initial = PollState.initial(ticker.nanos());
        this.fallback = new Fallback(settings, ticker.nanos());
    }

    /** Registers interest. Only what is announced from now on is kept for the new waiter, so look first, then wait. */
    public Waiter register(Collection<String> queues) {
        return register(queues, "");
    }

    /**
     * As {@link #register(Collection)}, for waiters that can take only a part of what is in these queues.
     *
     * @param view which part: those who wait with equal views can stand in for each other. One of each view is woken, and
     *     each view has due times of its own
     */
    public Waiter register(Collection<String> queues, Object view) {
        lock.lock();
        try {
            List<Topic> mine = new ArrayList<>();
            for (String queue : new LinkedHashSet<>(queues)) {
                mine.add(topics.computeIfAbsent(queue, absent -> new HashMap<>())
                        .computeIfAbsent(view, absent -> new Topic(queue, view)));
            }
            Waiter waiter = new Waiter(this, new Topics(mine), initial);
            mine.forEach(topic -> topic.add(waiter));
            waiters.add(waiter);
            return waiter;
        } finally {
            lock.unlock();
        }
    }

    /** The clock by which deadlines of waits are measured. */
    public long nanos() {
        return ticker.nanos();
    }

    /** Work was committed by this process: one waiter is woken directly, with no database involved. */
    public boolean wakeLocally(WakeHint hint) {
        return raise(hint, WakeReason.LOCAL);
    }

    /** Lets a part of the node hear signals of one name, beside others that do; see {@link #signal}. */
    public void onSignal(String name, Consumer<String> action) {
        signals.on(name, action);
    }

    /** A hint that reaches {@link #onSignal} on every node that hears it. */
    public static WakeHint signal(String name, Object argument) {
        return Signals.hint(name, argument);
    }

    /** Under what name nodes say that they want to hear of a queue: signals of one name are asked for together. */
    public static String askedFor(String queue) {
        return Signals.askedFor(queue);
    }

    @Override
    public void wake(WakeHint hint) {
        if (Signals.isSignal(hint.queue())) {
            signals.deliver(hint.queue());
        } else {
            raise(hint, WakeReason.NOTIFY);
        }
    }

    /** Counts the listener's connections: what was known before the last one may be gone, with the server's memory. */
    public int generation() {
        return generation.get();
    }

    /** Whether the database can push to this node at the moment. */
    public boolean isListening() {
        return listening;
    }

    @Override
    public void listening() {
        generation.incrementAndGet();
        listening = true;
        observer.listening();
        toAll(PollEvent.LISTENER_READY, true);
    }

    @Override
    public void listenerLost(String why) {
        listening = false;
        observer.listenerLost(why);
        toAll(PollEvent.LISTENER_LOST, false);
    }

    @Override
    public void cannotListen(String why) {
        listening = false;
        observer.cannotListen(why);
        toAll(PollEvent.LISTEN_IMPOSSIBLE, false);
    }

    /**
     * This node could not announce work in a queue: others may sleep over it, so it is this node's waiters that look more
     * often. A token, within the node, cannot fail to be handed over.
     */
    public void sendFailed(String queue) {
        lock.lock();
        try {
            views(queue).forEach(topic -> topic.waiters().forEach(waiter -> waiter.apply(PollEvent.SEND_FAILED)));
        } finally {
            lock.unlock();
        }
    }

    /** The modes of all queues, for the state of a node at a glance. */
    public Map<String, PollMode> modes() {
        lock.lock();
        try {
            Map<String, PollMode> modes = new HashMap<>();
            waiters.forEach(waiter -> modes.put(waiter.name(), waiter.mode()));
            return modes;
        } finally {
            lock.unlock();
        }
    }

    private boolean raise(WakeHint hint, WakeReason reason) {
        // Who registers after this looks after this, and finds what the hint is about.
        if (!topics.containsKey(hint.queue())) {
            return false;
        }
        lock.lock();
        try {
            boolean taken = false;
            for (Topic topic : views(hint.queue())) {
                if (hint.delay().isZero()) {
                    taken |= topic.offer(reason, null, ticker.nanos());
                } else {
                    announceDue(topic, dueNanos(hint.delay()));
                    taken = true;
                }
            }
            return taken;
        } finally {
            lock.unlock();
        }
    }

    private Collection<Topic> views(String queue) {
        return topics.getOrDefault(queue, Map.of()).values();
    }

    /** Moves the alarm, and rouses a waiter to set it, only if it becomes earlier. */
    private void announceDue(Topic topic, long dueNanos) {
        boolean earlier = dueNanos < topic.due.earliest();
        topic.due.announced(dueNanos, looks);
        if (earlier) {
            topic.waiters().forEach(Waiter::alarmMoved);
        }
    }

    private void toAll(PollEvent event, boolean look) {
        lock.lock();
        try {
            long now = ticker.nanos();
            initial = initial.next(event, now, settings);
            for (Waiter waiter : waiters) {
                waiter.apply(event);
                if (look && waiter.wantsToken()) {
                    waiter.give(WakeReason.RECONNECT, now);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    // For waiters.

    long nextLook() {
        return ++looks;
    }

    /** When a delay that the database computed ends. The grace is added: better a moment late than awake too early. */
    long dueNanos(@Nullable Duration delay) {
        if (delay == null) {
            return DueTimes.NONE;
        }
        Duration bounded = delay.compareTo(FARTHEST) > 0 ? FARTHEST : delay;
        return ticker.nanos() + bounded.toNanos() + settings.timerGrace().toNanos();
    }

    void survey(Waiter surveyor) {
        List<String> queues;
        long look;
        lock.lock();
        try {
            queues = List.copyOf(topics.keySet());
            look = nextLook();
        } finally {
            lock.unlock();
        }
        List<Survey.Finding> findings = surveyed(queues, surveyor);
        lock.lock();
        try {
            findings.forEach(finding -> found(finding, look));
        } finally {
            lock.unlock();
        }
    }

    private List<Survey.Finding> surveyed(List<String> queues, Waiter surveyor) {
        try {
            return survey.look(queues);
        } catch (RuntimeException e) {
            log.warn("The fallback look at {} failed, looking again soon: {}", queues, e.toString());
            lock.lock();
            try {
                fallback.soon(ticker.nanos());
                surveyor.apply(PollEvent.LOOK_FAILED);
            } finally {
                lock.unlock();
            }
            return List.of();
        }
    }

    private void found(Survey.Finding finding, long look) {
        for (Topic topic : views(finding.queue())) {
            topic.due.looked(look, dueNanos(finding.nextDue()));
            topic.waiters().forEach(Waiter::alarmMoved);
            if (finding.due()) {
                topic.offer(WakeReason.FALLBACK, null, ticker.nanos());
            }
        }
    }

    void remove(Waiter waiter, Topics its) {
        waiters.remove(waiter);
        for (Topic topic : its.all()) {
            topic.remove(waiter);
            Map<Object, Topic> views = topics.getOrDefault(topic.queue, new HashMap<>());
            if (topic.unused() && views.remove(topic.view, topic) && views.isEmpty()) {
                topics.remove(topic.queue);
            }
        }
    }
}
