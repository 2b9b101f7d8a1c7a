package dev.dormouse.embedded;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** Unpacks a tar.xz: files with their modes, folders, symbolic and hard links. */
final class Archive {

    private static final PosixFilePermission[] BITS = {
        PosixFilePermission.OTHERS_EXECUTE, PosixFilePermission.OTHERS_WRITE, PosixFilePermission.OTHERS_READ,
        PosixFilePermission.GROUP_EXECUTE, PosixFilePermission.GROUP_WRITE, PosixFilePermission.GROUP_READ,
        PosixFilePermission.OWNER_EXECUTE, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_READ,
    };

    private final Path target;

    private Archive(Path target) {
        this.target = target;
    }

    static void unpack(InputStream txz, Path target) throws IOException {
        Archive archive = new Archive(target);
        try (var tar = new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(txz, 1 << 16)))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                archive.unpack(entry, tar);
            }
        }
    }

    private void unpack(TarArchiveEntry entry, InputStream content) throws IOException {
        Path path = inside(entry.getName());
        if (entry.isDirectory()) {
            Files.createDirectories(path);
            return;
        }
        Files.createDirectories(parent(path));
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
        } else if (entry.isLink()) {
            Files.createLink(path, inside(entry.getLinkName()));
        } else {
            Files.copy(content, path);
            Files.setPosixFilePermissions(path, permissions(entry.getMode()));
        }
    }

    private Path inside(String name) throws IOException {
        Path path = target.resolve(name).normalize();
        if (!path.startsWith(target)) {
            throw new IOException("The archive has an entry outside its own folder: " + name);
        }
        return path;
    }

    private Path parent(Path path) {
        Path parent = path.getParent();
        return parent == null ? target : parent;
    }

    private static Set<PosixFilePermission> permissions(int mode) {
        Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
        for (int bit = 0; bit < BITS.length; bit++) {
            if ((mode & 1 << bit) != 0) {
                permissions.add(BITS[bit]);
            }
        }
        return permissions;
    }
}
