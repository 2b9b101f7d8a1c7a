package dev.dormouse.orchestration;

/**
 * What became of a start.
 *
 * @param instance the id, given or made
 * @param started false: there is such an instance already, and nothing was changed
 */
public record StartOutcome(String instance, boolean started) {}
