package dev.dormouse.sink.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.dormouse.outbox.OutboxMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Messages as changes of hashes. */
final class HashPlan implements Plan {

    private final Function<? super OutboxMessage, HashChange> mapping;

    HashPlan(Function<? super OutboxMessage, HashChange> mapping) {
        this.mapping = Objects.requireNonNull(mapping, "mapping");
    }

    @Override
    public Script script() {
        return Script.HASH;
    }

    @Override
    public List<byte[]> preamble() {
        return List.of();
    }

    @Override
    public Optional<Change> change(OutboxMessage message) {
        HashChange change = mapping.apply(message);
        if (change == null) {
            throw new Undeliverable("The mapping gave null for topic '" + message.topic()
                    + "'; HashChange.none() says that nothing is to be done");
        }
        if (change.kind() == HashChange.Kind.NONE) {
            return Optional.empty();
        }
        return Optional.of(new Change(change.key(), null, arguments(change)));
    }

    private static List<byte[]> arguments(HashChange change) {
        Duration expiry = change.expiry();
        List<byte[]> arguments = new ArrayList<>();
        arguments.add(text(change.kind().name().toLowerCase(Locale.ROOT)));
        arguments.add(text(change.version()));
        arguments.add(text(expiry == null ? null : expiry.toMillis()));
        arguments.add(text(change.fields().size() * 2));
        change.fields().forEach((name, value) -> {
            arguments.add(text(name));
            arguments.add(text(value));
        });
        return arguments;
    }

    private static byte[] text(@Nullable Object value) {
        return value == null ? new byte[0] : value.toString().getBytes(UTF_8);
    }
}
