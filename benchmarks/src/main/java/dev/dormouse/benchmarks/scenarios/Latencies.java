package dev.dormouse.benchmarks.scenarios;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Latencies in microseconds up to ten minutes, three digits exact. Not thread-safe. */
public final class Latencies {
    private static final long HIGHEST_MICROS = 600_000_000;

    private final Histogram histogram;

    public Latencies() {
        this(new Histogram(HIGHEST_MICROS, 3));
    }

    private Latencies(Histogram histogram) {
        this.histogram = histogram;
    }

    public static Latencies decode(String encoded) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(encoded));
            return new Latencies(Histogram.decodeFromCompressedByteBuffer(bytes, HIGHEST_MICROS));
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("Not a latency histogram of this harness: " + encoded, e);
        }
    }

    public String encode() {
        ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(bytes);
        return Base64.getEncoder().encodeToString(java.util.Arrays.copyOf(bytes.array(), length));
    }

    /** A handler that started before its producer saw the commit return counts as 0. */
    public void recordNanos(long nanos) {
        histogram.recordValue(Math.min(Math.max(0, nanos / 1000), HIGHEST_MICROS));
    }

    public void add(Latencies other) {
        histogram.add(other.histogram);
    }

    public long count() {
        return histogram.getTotalCount();
    }

    public double percentileMillis(double percentile) {
        return histogram.getValueAtPercentile(percentile) / 1000.0;
    }

    public double maxMillis() {
        return histogram.getMaxValue() / 1000.0;
    }
}
