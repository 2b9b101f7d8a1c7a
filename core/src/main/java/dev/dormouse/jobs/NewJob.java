package dev.dormouse.jobs;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A job as the store takes it: the arguments are bytes already. */
@SuppressWarnings("ArrayRecordComponent") // never compared; the bytes are passed through as they are
public record NewJob(
        String queue,
        String kind,
        int priority,
        byte[] payload,
        @Nullable Start start,
        @Nullable Uniqueness uniqueness,
        @Nullable String limitKey,
        Map<String, String> headers) {}
