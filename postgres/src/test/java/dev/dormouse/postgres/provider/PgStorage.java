package dev.dormouse.postgres.provider;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.postgres.Postgres;
import dev.dormouse.postgres.listen.DriverConnector;
import dev.dormouse.postgres.listen.ListenConnector;
import dev.dormouse.provider.Provider;
import dev.dormouse.testkit.TestSchema;
import dev.dormouse.testkit.provider.ProviderStorage;
import dev.dormouse.wake.NotifyMode;
import dev.dormouse.wake.WakeSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/** A schema for one test at a time: those that were used are emptied and used again, since making one takes long. */
final class PgStorage implements ProviderStorage {

    /** No test waits for an hour: whatever happens was not the fallback. */
    static final WakeSettings NO_FALLBACK = WakeSettings.defaults().withFallbackInterval(Duration.ofHours(1));

    private static final List<String> TABLES = List.of(
            "turn",
            "turn_message",
            "turn_poke",
            "instance",
            "execution",
            "history",
            "instance_value",
            "activity",
            "session",
            "sleeper",
            "node");

    /** By the mode that they were made for: to make triggers takes long, too. */
    private static final Map<NotifyMode, Deque<Slot>> FREE = new ConcurrentHashMap<>();

    /** A schema with a pool; both last as long as the JVM. */
    record Slot(TestSchema schema, HikariDataSource pool) {

        static Slot create() {
            TestSchema schema = TestSchema.create();
            HikariConfig config = new HikariConfig();
            config.setJdbcUrl(schema.url());
            config.setMaximumPoolSize(10);
            config.setMinimumIdle(1);
            return new Slot(schema, new HikariDataSource(config));
        }

        long number(String sql) {
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(sql.replace("{schema}", schema.quotedName()))) {
                rows.next();
                return rows.getLong(1);
            } catch (SQLException e) {
                throw new AssertionError(sql, e);
            }
        }

        void run(String sql) {
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute(sql.replace("{schema}", schema.quotedName()));
            } catch (SQLException e) {
                throw new AssertionError(sql, e);
            }
        }

        void clear() {
            run(TABLES.stream().map(table -> "delete from {schema}." + table).collect(Collectors.joining("; ")));
        }
    }

    private final Slot slot;
    private final WakeSettings settings;
    private final List<PgProvider> opened = new ArrayList<>();
    private final boolean listens;

    private PgStorage(WakeSettings settings, boolean listens) {
        Slot free = free(settings).poll();
        this.slot = free == null ? Slot.create() : free;
        this.settings = settings;
        this.listens = listens;
        open();
    }

    private static Deque<Slot> free(WakeSettings settings) {
        return FREE.computeIfAbsent(settings.notifyMode(), absent -> new ConcurrentLinkedDeque<>());
    }

    /** The default: it listens, and producers announce after their commits. */
    static PgStorage listening(WakeSettings settings) {
        return new PgStorage(settings, settings.enabled());
    }

    /** The server refuses to push. */
    static PgStorage refused(WakeSettings settings) {
        return new PgStorage(settings, false);
    }

    private ListenConnector connector(boolean able) {
        if (able) {
            return new DriverConnector(slot.schema.url(), new Properties());
        }
        return () -> {
            throw new SQLException("nobody may listen, says the test", "42501");
        };
    }

    private PgProvider open() {
        PgProvider provider = PgProvider.open(backend(), settings);
        opened.add(provider);
        if (listens) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(5))
                    .until(provider::listening);
        }
        return provider;
    }

    Slot slot() {
        return slot;
    }

    /** Each node has its own, as each process does. */
    Postgres backend() {
        return Postgres.at(slot.pool, slot.schema.name(), connector(listens));
    }

    @Override
    public PgProvider provider() {
        return opened.get(0);
    }

    @Override
    public Optional<Provider> another() {
        return Optional.of(open());
    }

    @Override
    public Optional<Provider> restarted() {
        opened.remove(0).close();
        PgProvider again = open();
        opened.remove(again);
        opened.add(0, again);
        return Optional.of(again);
    }

    /** One that has to poll looks all the time. */
    @Override
    public OptionalLong looks() {
        return listens ? OptionalLong.of(provider().looks()) : OptionalLong.empty();
    }

    @Override
    public void close() {
        opened.forEach(PgProvider::close);
        slot.clear();
        free(settings).push(slot);
    }
}
