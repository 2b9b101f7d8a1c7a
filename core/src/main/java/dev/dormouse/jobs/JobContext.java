package dev.dormouse.jobs;

import java.sql.Connection;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a handler knows of its job and can say about it. Used by the handler's thread; the questions may be asked by any. */
public interface JobContext {

    long id();

    JobKind<?> kind();

    String queue();

    /**
     * Which attempt this is, from 1. Together with the id it is a fencing token for other systems, except that a crash of
     * the database server may give out its last attempts again.
     */
    int attempt();

    Map<String, String> headers();

    /** Whether the handler should stop: somebody cancelled the job, its time is up, or this node lost or leaves it. */
    boolean stopRequested();

    /** Whether somebody cancelled the job. */
    boolean cancelled();

    /** Whether this node no longer holds the job: whatever the handler still does may be done by another node as well. */
    boolean leaseLost();

    /** How long until the handler is interrupted; empty if the kind has no timeout. */
    Optional<Duration> timeLeft();

    /** Records how far the job has come, from 0 to 1, for whoever looks at it. */
    void progress(double fraction, @Nullable String note);

    /** Keeps a value with the finished job. */
    void result(Object value);

    /**
     * Completes the job in the handler's own transaction: the job is done if and only if that commits, so its effects in
     * this database happen exactly once. Throws {@link LeaseLostException} if this node no longer holds the job; the
     * transaction must then be rolled back.
     */
    void completeIn(Connection connection);

    /** Once the handler returns, the job is run again after the delay; this attempt does not count. */
    void snooze(Duration delay);

    /** Once the handler returns, the job is given up, with the reason on record. */
    void discard(String reason);
}
