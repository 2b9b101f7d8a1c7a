package dev.dormouse.embedded;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How to run one embedded PostgreSQL.
 *
 * @param folder where the data lives; null means a temporary folder that is deleted when the server stops
 * @param port the port on 127.0.0.1; 0 means a free one
 * @param settings PostgreSQL settings that win over the defaults, as in {@code max_connections=200}
 * @param startTimeout how long to wait for the server, crash recovery included
 */
public record EmbeddedPostgresConfig(
        @Nullable Path folder, int port, Map<String, String> settings, Duration startTimeout) {

    private static final Set<String> OURS = Set.of("port", "listen_addresses", "unix_socket_directories");

    public EmbeddedPostgresConfig {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port must be between 0 and 65535 but was " + port);
        }
        if (startTimeout.isNegative() || startTimeout.isZero()) {
            throw new IllegalArgumentException("startTimeout must be positive but was " + startTimeout);
        }
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        for (String name : settings.keySet()) {
            if (OURS.contains(name)) {
                throw new IllegalArgumentException("settings must not contain " + name
                        + ": the server listens on 127.0.0.1, on the port of withPort");
            }
        }
    }

    /** A temporary folder, a free port, durable settings, two minutes to start. */
    public static EmbeddedPostgresConfig defaults() {
        return new EmbeddedPostgresConfig(null, 0, Map.of(), Duration.ofMinutes(2));
    }

    /** Keeps the data in this folder, across restarts. */
    public EmbeddedPostgresConfig withDataFolder(Path newFolder) {
        return new EmbeddedPostgresConfig(newFolder, port, settings, startTimeout);
    }

    public EmbeddedPostgresConfig withTemporaryFolder() {
        return new EmbeddedPostgresConfig(null, port, settings, startTimeout);
    }

    public EmbeddedPostgresConfig withPort(int newPort) {
        return new EmbeddedPostgresConfig(folder, newPort, settings, startTimeout);
    }

    /** Adds one PostgreSQL setting to those already given. */
    public EmbeddedPostgresConfig withSetting(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(settings);
        more.put(name, value);
        return new EmbeddedPostgresConfig(folder, port, more, startTimeout);
    }

    public EmbeddedPostgresConfig withStartTimeout(Duration newStartTimeout) {
        return new EmbeddedPostgresConfig(folder, port, settings, newStartTimeout);
    }

    /** The folder that keeps the data, or empty for a temporary one. */
    public Optional<Path> dataFolder() {
        return Optional.ofNullable(folder);
    }
}
