package dev.dormouse.embedded;

import dev.dormouse.embedded.EmbeddedPostgresException.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells a live owner of a data folder from a dead one: the operating system gives the lock up when its process ends,
 * however it ends.
 */
final class FolderLock implements AutoCloseable {

    // Opening and closing the file of a lock that this very process holds would release it, so we look here first.
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final FileChannel channel;

    private FolderLock(Path folder, FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
    }

    static FolderLock take(Path folder) throws IOException {
        Path key = folder.toRealPath();
        if (!HELD.add(key)) {
            throw inUse(folder, String.valueOf(ProcessHandle.current().pid()));
        }
        try {
            return new FolderLock(key, lock(folder));
        } catch (IOException | RuntimeException e) {
            HELD.remove(key);
            throw e;
        }
    }

    private static FileChannel lock(Path folder) throws IOException {
        Path file = folder.resolve("owner.lock");
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() == null) {
                throw inUse(folder, Files.readString(file).strip());
            }
            channel.truncate(0);
            String pid = ProcessHandle.current().pid() + "\n";
            channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)));
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static EmbeddedPostgresException inUse(Path folder, String pid) {
        return new EmbeddedPostgresException(
                Reason.FOLDER_IN_USE,
                "The data folder " + folder + " is in use by process " + pid + "; stop it or choose another folder.");
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            HELD.remove(folder);
        }
    }
}
