package dev.dormouse.outbox;

/** A message that this node is to deliver, and where it stands. */
public record StoredMessage(Place place, int bytes, Suspicion suspicion, OutboxMessage message) {}
