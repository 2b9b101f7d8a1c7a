package dev.dormouse.postgres.fault;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.Dormouse;
import dev.dormouse.outbox.Delivery;
import dev.dormouse.outbox.OutboxMessage;
import dev.dormouse.outbox.Sink;
import dev.dormouse.postgres.Postgres;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/**
 * A relay process. Its sink appends to one file that all relay processes share: the order of the file is the order in which
 * messages arrived, whoever brought them.
 */
final class RelayMain {

    static final int ENTRY_BYTES = 8;

    private RelayMain() {}

    public static void main(String[] args) throws Exception {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(args[0]);
        config.setMaximumPoolSize(4);
        Sink sink = new FileSink(Path.of(args[1]));
        try (HikariDataSource pool = new HikariDataSource(config)) {
            Dormouse dormouse = Dormouse.on(Postgres.at(pool))
                    .name(args[2])
                    .lease(Duration.parse(args[3]))
                    .route("all", "*", sink)
                    .start();
            ProcessHandle test = ProcessHandle.current().parent().orElseThrow();
            while (test.isAlive()) {
                LockSupport.parkNanos(50_000_000);
            }
            dormouse.close();
        }
    }

    /** Writes what a batch brings in one append, which arrives whole or not at all. */
    private static final class FileSink implements Sink {

        /** Not a channel: that would be closed, for everybody, by the interrupt of one call. */
        private final FileOutputStream file;

        FileSink(Path path) throws IOException {
            this.file = new FileOutputStream(path.toFile(), true);
        }

        @Override
        public Map<UUID, Delivery> deliver(List<OutboxMessage> batch) throws IOException {
            ByteBuffer bytes = ByteBuffer.allocate(batch.size() * ENTRY_BYTES);
            Map<UUID, Delivery> answers = new HashMap<>();
            for (OutboxMessage message : batch) {
                bytes.putInt(Integer.parseInt(message.key()));
                bytes.putInt(Integer.parseInt(new String(message.payload(), StandardCharsets.UTF_8)));
                answers.put(message.id(), Delivery.delivered());
            }
            LockSupport.parkNanos(1_000_000);
            synchronized (this) {
                file.write(bytes.array());
            }
            return answers;
        }
    }
}
