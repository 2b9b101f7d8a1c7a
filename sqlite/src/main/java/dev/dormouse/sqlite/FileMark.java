package dev.dormouse.sqlite;

import dev.dormouse.provider.ProviderException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Says that a database file is in use: a lock on a file beside it, which the operating system takes away when the process
 * dies. Wakes stay within a process, so a second one would sleep through everything that the first one puts in.
 */
final class FileMark {

    /**
     * What this process has open. Asked first, because on most systems closing <em>any</em> channel to a file gives up every
     * lock that the process has on it.
     */
    private static final Set<Path> OPEN = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final FileChannel channel;

    private FileMark(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    static FileMark take(Path file) {
        Path path = beside(file);
        if (!OPEN.add(path)) {
            throw inUse(file, "this process");
        }
        FileChannel channel = null;
        try {
            channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = channel.tryLock();
            if (lock == null) {
                throw inUse(file, "another process");
            }
            return new FileMark(path, channel);
        } catch (IOException | RuntimeException e) {
            OPEN.remove(path);
            closeQuietly(channel);
            throw e instanceof ProviderException refused ? refused : cannot(path, e);
        }
    }

    private static Path beside(Path file) {
        Path folder = file.getParent();
        try {
            Path real = folder == null || !Files.exists(folder)
                    ? file
                    : folder.toRealPath().resolve(file.getFileName());
            return real.resolveSibling(file.getFileName() + ".lock");
        } catch (IOException e) {
            throw cannot(file, e);
        }
    }

    private static ProviderException inUse(Path file, String by) {
        return new ProviderException(
                file + " is in use by " + by
                        + ": one SQLite file serves one provider at a time; use PostgreSQL to share",
                false,
                null);
    }

    private static ProviderException cannot(Path path, Exception e) {
        return new ProviderException("The lock file " + path + " cannot be used: " + e, false, e);
    }

    private static void closeQuietly(@Nullable FileChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The file stays: removing it could take it from under a process that has just opened it. */
    void release() {
        closeQuietly(channel);
        OPEN.remove(path);
    }
}
