package dev.dormouse.provider;

/** One event of a history: its place, and the runtime's own text. */
public record StoredEvent(long eventId, String body) {}
