package dev.dormouse.provider;

/**
 * Which part of a history to read.
 *
 * @param executionId 0: the latest
 * @param afterEventId only events after this one; 0: all
 */
public record HistoryRequest(String instance, long executionId, long afterEventId) {

    public static HistoryRequest latest(String instance) {
        return new HistoryRequest(instance, 0, 0);
    }

    public static HistoryRequest of(String instance, long executionId) {
        return new HistoryRequest(instance, executionId, 0);
    }
}
