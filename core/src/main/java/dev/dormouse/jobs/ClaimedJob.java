package dev.dormouse.jobs;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A job that this node holds. Node and attempt together are the fencing token: whatever is written about the job names
 * them, and changes nothing if another node has claimed it since.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; the bytes are passed through as they are
public record ClaimedJob(
        long id,
        long node,
        int attempt,
        String queue,
        String kind,
        int priority,
        byte[] payload,
        Map<String, String> headers,
        boolean unique,
        @Nullable String limitKey) {}
