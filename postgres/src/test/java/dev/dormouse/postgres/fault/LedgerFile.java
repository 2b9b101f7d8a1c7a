package dev.dormouse.postgres.fault;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What one worker process did, in a file that only it appends to. Each entry is one small write: it survives the death of
 * the process, since the page cache does.
 */
final class LedgerFile implements AutoCloseable {

    static final int ENTRY_BYTES = 32;

    /** The kinds of entry. */
    enum Event {
        STARTED,
        ENDED,
        /** The handler ended by an exception. */
        FAILED,
        /** The process noticed that it had not run for a while; the number is when that began. */
        PAUSED
    }

    record Entry(Event event, int attempt, long jobId, long n, long millis) {}

    /** Not a channel: that would be closed, for everybody, by the interrupt of one handler. */
    private final FileOutputStream file;

    private LedgerFile(FileOutputStream file) {
        this.file = file;
    }

    static LedgerFile append(Path path) throws IOException {
        return new LedgerFile(new FileOutputStream(path.toFile(), true));
    }

    @SuppressWarnings("EnumOrdinal") // the reader is of the same build
    synchronized void write(Entry entry) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(ENTRY_BYTES)
                .putInt(entry.event.ordinal())
                .putInt(entry.attempt)
                .putLong(entry.jobId)
                .putLong(entry.n)
                .putLong(entry.millis);
        file.write(bytes.array());
    }

    static List<Entry> read(Path path) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(path));
        List<Entry> entries = new ArrayList<>(bytes.remaining() / ENTRY_BYTES);
        while (bytes.remaining() >= ENTRY_BYTES) {
            entries.add(new Entry(
                    Event.values()[bytes.getInt()], bytes.getInt(), bytes.getLong(), bytes.getLong(), bytes.getLong()));
        }
        return entries;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
