package dev.dormouse.sqlite;

import dev.dormouse.provider.Provider;
import dev.dormouse.testkit.provider.ProviderStorage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** A file in a folder of its own. */
final class SqliteStorage implements ProviderStorage {

    private final Path folder;
    private final SqliteOptions options;
    private SqliteProvider provider;

    SqliteStorage(SqliteOptions options) {
        try {
            this.folder = Files.createTempDirectory("dormouse-sqlite");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.options = options;
        this.provider = SqliteProvider.open(file(), options);
    }

    private Path file() {
        return folder.resolve("flows.db");
    }

    @Override
    public Provider provider() {
        return provider;
    }

    @Override
    public Optional<Provider> restarted() {
        provider.close();
        provider = SqliteProvider.open(file(), options);
        return Optional.of(provider);
    }

    @Override
    public OptionalLong looks() {
        return OptionalLong.of(provider.looks());
    }

    @Override
    public void close() {
        provider.close();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
