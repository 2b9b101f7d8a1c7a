package dev.dormouse.provider;

/** A message as it was put in, with the number by which the provider knows it. */
public record StoredMessage(long id, String body) {}
