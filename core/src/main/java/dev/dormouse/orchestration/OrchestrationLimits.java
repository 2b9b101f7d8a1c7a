package dev.dormouse.orchestration;

import java.time.Duration;

/**
 * How much an orchestration may hold. One that exceeds a limit fails, with {@code LIMIT_EXCEEDED}.
 *
 * @param payloadBytesMax of an input, an output, or an event's data
 * @param statusBytesMax of the custom status
 * @param valueKeysMax how many keys the key-value state may have
 * @param valueBytesMax of one value
 * @param historyBytesMax of one execution's history, as {@link OrchestrationContext#historyBytes()} counts
 * @param carriedMax how many queue messages continue-as-new takes along
 * @param nameBytesMax of an instance, a session, a key, or the name of an event or queue
 * @param undoMax how long an orchestration that was cancelled may go on, to undo what it did; then it ends as cancelled
 */
public record OrchestrationLimits(
        int payloadBytesMax,
        int statusBytesMax,
        int valueKeysMax,
        int valueBytesMax,
        long historyBytesMax,
        int carriedMax,
        int nameBytesMax,
        Duration undoMax) {

    private static final int KIB = 1024;

    public OrchestrationLimits {
        requirePositive("payloadBytesMax", payloadBytesMax);
        requirePositive("statusBytesMax", statusBytesMax);
        requirePositive("valueKeysMax", valueKeysMax);
        requirePositive("valueBytesMax", valueBytesMax);
        requirePositive("historyBytesMax", historyBytesMax);
        requirePositive("carriedMax", carriedMax);
        requirePositive("nameBytesMax", nameBytesMax);
        Times.requirePositive("undoMax", undoMax);
    }

    public static OrchestrationLimits defaults() {
        return new OrchestrationLimits(
                3 * KIB * KIB, 256 * KIB, 150, 64 * KIB, 5L * KIB * KIB, 100, KIB, Duration.ofDays(1));
    }

    public OrchestrationLimits withPayloadBytesMax(int bytes) {
        return new OrchestrationLimits(
                bytes, statusBytesMax, valueKeysMax, valueBytesMax, historyBytesMax, carriedMax, nameBytesMax, undoMax);
    }

    public OrchestrationLimits withStatusBytesMax(int bytes) {
        return new OrchestrationLimits(
                payloadBytesMax,
                bytes,
                valueKeysMax,
                valueBytesMax,
                historyBytesMax,
                carriedMax,
                nameBytesMax,
                undoMax);
    }

    public OrchestrationLimits withValueKeysMax(int keys) {
        return new OrchestrationLimits(
                payloadBytesMax,
                statusBytesMax,
                keys,
                valueBytesMax,
                historyBytesMax,
                carriedMax,
                nameBytesMax,
                undoMax);
    }

    public OrchestrationLimits withValueBytesMax(int bytes) {
        return new OrchestrationLimits(
                payloadBytesMax,
                statusBytesMax,
                valueKeysMax,
                bytes,
                historyBytesMax,
                carriedMax,
                nameBytesMax,
                undoMax);
    }

    public OrchestrationLimits withHistoryBytesMax(long bytes) {
        return new OrchestrationLimits(
                payloadBytesMax, statusBytesMax, valueKeysMax, valueBytesMax, bytes, carriedMax, nameBytesMax, undoMax);
    }

    public OrchestrationLimits withCarriedMax(int messages) {
        return new OrchestrationLimits(
                payloadBytesMax,
                statusBytesMax,
                valueKeysMax,
                valueBytesMax,
                historyBytesMax,
                messages,
                nameBytesMax,
                undoMax);
    }

    public OrchestrationLimits withNameBytesMax(int bytes) {
        return new OrchestrationLimits(
                payloadBytesMax,
                statusBytesMax,
                valueKeysMax,
                valueBytesMax,
                historyBytesMax,
                carriedMax,
                bytes,
                undoMax);
    }

    public OrchestrationLimits withUndoMax(Duration time) {
        return new OrchestrationLimits(
                payloadBytesMax,
                statusBytesMax,
                valueKeysMax,
                valueBytesMax,
                historyBytesMax,
                carriedMax,
                nameBytesMax,
                time);
    }

    private static void requirePositive(String what, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(what + " must be at least 1: " + value);
        }
    }
}
