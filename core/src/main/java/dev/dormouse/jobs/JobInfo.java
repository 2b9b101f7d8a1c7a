package dev.dormouse.jobs;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All that is known of a job.
 *
 * @param payload its arguments, exactly as they were enqueued
 * @param resultBytes what its handler left as its result, as encoded; null if nothing
 * @param errors the attempts that failed, in the order in which they did
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; the bytes are passed through as they are
public record JobInfo(
        JobSummary summary,
        byte[] payload,
        Map<String, String> headers,
        byte @Nullable [] resultBytes,
        List<JobError> errors) {

    public JobInfo {
        headers = Map.copyOf(headers);
        errors = List.copyOf(errors);
    }

    public long id() {
        return summary.id();
    }

    public JobState state() {
        return summary.state();
    }

    public Optional<byte[]> result() {
        return Optional.ofNullable(resultBytes);
    }
}
