package dev.dormouse.provider;

/** A time-limited right to one piece of work. The token is the fence; instance and key say which work it is. */
public record WorkLock(String instance, ActivityKey key, long token) {}
