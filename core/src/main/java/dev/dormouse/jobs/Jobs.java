package dev.dormouse.jobs;

import dev.dormouse.spi.PayloadCodec;
import dev.dormouse.wake.WakeHint;
import dev.dormouse.wake.Waking;
import java.sql.Connection;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/** Puts jobs in. Thread-safe. */
public final class Jobs {

    private final JobStore store;
    private final PayloadCodec codec;
    private final PayloadLimit limit;
    private final Waking waking;
    private final LongSupplier node;

    public Jobs(JobStore store, PayloadCodec codec, PayloadLimit limit, Waking waking, LongSupplier node) {
        this.node = node;
        this.store = store;
        this.codec = codec;
        this.limit = limit;
        this.waking = waking;
    }

    /** Enqueues one job, to run as soon as a node has a free slot. Returns once it is committed. */
    public <T> Enqueued enqueue(JobKind<T> kind, T args) {
        return enqueue(kind.with(args));
    }

    public <T> Enqueued enqueue(JobRequest<T> request) {
        return enqueueEncoded(List.of(encode(request))).get(0);
    }

    /** Enqueues many jobs in one transaction; thousands in one round trip. */
    public List<Enqueued> enqueueAll(List<? extends JobRequest<?>> requests) {
        if (requests.isEmpty()) {
            return List.of();
        }
        return enqueueEncoded(encode(requests));
    }

    /** Enqueues jobs whose arguments are bytes already. */
    public List<Enqueued> enqueueEncoded(List<NewJob> jobs) {
        if (jobs.size() == 1
                && jobs.get(0).start() == null
                && waking.announcer().takeLead()) {
            return List.of(enqueueInTheLead(jobs.get(0)));
        }
        try {
            return waking.announcer().inTransaction() ? store.enqueueAnnounced(jobs, hints(jobs)) : store.enqueue(jobs);
        } finally {
            // Also after an error: a commit whose outcome is unknown counts as committed.
            announce(jobs);
        }
    }

    /** The first after a quiet spell, when others may well be asleep, is announced by its own round trip. */
    private Enqueued enqueueInTheLead(NewJob job) {
        WakeHint hint = hint(job);
        try {
            Enqueued enqueued = store.enqueueAndAnnounce(job, node.getAsLong());
            waking.hub().wakeLocally(hint);
            return enqueued;
        } catch (Throwable unknown) {
            announce(hint);
            throw unknown;
        }
    }

    /** Enqueues in the caller's transaction: the job exists if and when that commits, and is announced by its commit. */
    public <T> Enqueued enqueue(Connection connection, JobKind<T> kind, T args) {
        return enqueue(connection, kind.with(args));
    }

    public <T> Enqueued enqueue(Connection connection, JobRequest<T> request) {
        return enqueueAll(connection, List.of(request)).get(0);
    }

    public List<Enqueued> enqueueAll(Connection connection, List<? extends JobRequest<?>> requests) {
        if (requests.isEmpty()) {
            return List.of();
        }
        List<NewJob> jobs = encode(requests);
        List<Enqueued> enqueued = store.enqueue(connection, jobs);
        hints(jobs).forEach(hint -> waking.announcer().announceIn(connection, hint));
        return enqueued;
    }

    /** Tells whoever may be asleep about jobs that were committed by other means. */
    public void announce(List<NewJob> jobs) {
        hints(jobs).forEach(this::announce);
    }

    private void announce(WakeHint hint) {
        waking.announce(hint);
    }

    private List<NewJob> encode(List<? extends JobRequest<?>> requests) {
        return requests.stream().map(this::encode).toList();
    }

    /** The job as the store takes it. */
    public NewJob encode(JobRequest<?> request) {
        byte[] payload = codec.encode(request.args(), request.kind().type());
        limit.check("The payload of kind " + request.kind().name(), payload);
        return new NewJob(
                request.queue(),
                request.kind().name(),
                request.priority(),
                payload,
                request.start(),
                request.uniqueness(),
                request.limitKey(),
                request.headers());
    }

    /** One hint per queue and moment is enough, however many jobs there are. */
    private static Set<WakeHint> hints(List<NewJob> jobs) {
        if (jobs.size() == 1) {
            return Set.of(hint(jobs.get(0)));
        }
        Set<WakeHint> hints = new LinkedHashSet<>();
        for (NewJob job : jobs) {
            hints.add(hint(job));
        }
        return hints;
    }

    private static WakeHint hint(NewJob job) {
        return new WakeHint(JobQueue.wakeName(job.queue()), delayOf(job));
    }

    /** A start at an instant is by the database's clock, which this process does not have: have a node look now. */
    private static Duration delayOf(NewJob job) {
        return job.start() instanceof Start.After after ? after.delay() : Duration.ZERO;
    }
}
