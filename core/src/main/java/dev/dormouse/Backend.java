package dev.dormouse;

import dev.dormouse.jobs.JobAdminStore;
import dev.dormouse.jobs.JobStore;
import dev.dormouse.jobs.schedule.ScheduleStore;
import dev.dormouse.node.NodeStore;
import dev.dormouse.provider.Provider;
import dev.dormouse.wake.Announcer;
import dev.dormouse.wake.Sleepers;
import dev.dormouse.wake.Survey;
import dev.dormouse.wake.WakeSettings;
import dev.dormouse.wake.WakeSink;
import dev.dormouse.wake.WakeSource;
import dev.dormouse.wake.Waking;
import java.util.function.LongSupplier;

/** A database that a node can work on: its stores, and its ways of waking and being woken. */
public interface Backend {

    /** Makes the schema ready for this version, or says why it cannot be. Called once, before anything else. */
    void prepare();

    /** As {@link #prepare()}, and has the database do what the way of announcing asks of it. */
    default void prepare(WakeSettings settings) {
        prepare();
    }

    NodeStore nodes();

    JobStore jobs();

    JobAdminStore jobAdmin();

    ScheduleStore schedules();

    /** How often this object has asked the database for something; the wake source's own connection not counted. */
    long roundTrips();

    /** Orchestrations, with the ways of waking of a node that goes by these settings; must wake the node's hub. */
    Provider provider(WakeSettings settings, Waking waking);

    /** Receives what other processes announce. */
    WakeSource wakeSource(WakeSink sink);

    Announcer announcer(WakeSettings settings, LongSupplier node);

    Sleepers sleepers(WakeSettings settings, LongSupplier node);

    /** Looks at all queues of the node at once. */
    Survey survey(WakeSettings settings, LongSupplier node, NodeWork work);
}
