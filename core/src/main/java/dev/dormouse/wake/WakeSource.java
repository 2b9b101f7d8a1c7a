package dev.dormouse.wake;

import dev.dormouse.lifecycle.Service;

/** Receives wakes from other processes and hands them to a {@link WakeSink}; reconnects by itself until stopped. */
public interface WakeSource extends Service {

    ListenerHealth health();
}
