package dev.dormouse.provider;

/** Which activity of an instance: the execution and the id of the event that scheduled it. */
public record ActivityKey(long executionId, long activityId) {}
