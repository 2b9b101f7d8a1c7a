package dev.dormouse.sink.redis;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a message does to a hash. Immutable.
 *
 * @param key the hash; empty only where nothing is done
 * @param version see {@link #atVersion}; null: not looked at
 * @param expiry see {@link #expiringAfter}; null: as it was
 */
public record HashChange(
        Kind kind,
        String key,
        Map<String, String> fields,
        @Nullable Long version,
        @Nullable Duration expiry) {

    /** The field that holds the version of a hash, where versions are used. */
    public static final String VERSION_FIELD = "_version";

    /** The script passes the fields to Redis as arguments of one call, of which Lua allows some thousands. */
    private static final int FIELDS_MAX = 2000;

    /** Beyond that the script, which knows no integers, could not tell two versions apart. */
    private static final long VERSION_MAX = 1L << 53;

    private static final HashChange NONE = new HashChange(Kind.NONE, "", Map.of(), null, null);

    public HashChange {
        fields = Map.copyOf(fields);
        if (kind != Kind.NONE && key.isEmpty()) {
            throw new IllegalArgumentException("The key of a hash must not be empty");
        }
        if (kind.hasFields != !fields.isEmpty() || fields.size() > FIELDS_MAX) {
            throw new IllegalArgumentException("A change of the hash " + key + " has 1 to " + FIELDS_MAX
                    + " fields, and a deletion none, but this " + kind + " has " + fields.size());
        }
        if (fields.containsKey(VERSION_FIELD)) {
            throw new IllegalArgumentException("The field " + VERSION_FIELD + " of the hash " + key
                    + " is set through atVersion, it cannot be one of the fields");
        }
        if (version != null && (version < 0 || version > VERSION_MAX)) {
            throw new IllegalArgumentException("The version must be between 0 and 2^53: " + version);
        }
        if (expiry != null && expiry.toMillis() < 1) {
            throw new IllegalArgumentException("The expiry must be at least a millisecond: " + expiry);
        }
    }

    /** Sets these fields and leaves the others. */
    public static HashChange put(String key, Map<String, String> fields) {
        return new HashChange(Kind.PUT, key, fields, null, null);
    }

    /** Sets these fields and removes all others. */
    public static HashChange replace(String key, Map<String, String> fields) {
        return new HashChange(Kind.REPLACE, key, fields, null, null);
    }

    /** Removes the hash. */
    public static HashChange delete(String key) {
        return new HashChange(Kind.DELETE, key, Map.of(), null, null);
    }

    /** Does nothing; the message counts as delivered. */
    public static HashChange none() {
        return NONE;
    }

    /**
     * Only if the hash is not at this version yet, nor beyond it. Makes repeated and belated changes harmless while the hash
     * exists; a deleted one has no version.
     */
    public HashChange atVersion(long version) {
        return new HashChange(kind, key, fields, version, expiry);
    }

    /** Lets Redis remove the hash this long after the change. */
    public HashChange expiringAfter(Duration expiry) {
        return new HashChange(kind, key, fields, version, expiry);
    }

    /** What is done. */
    public enum Kind {
        PUT(true),
        REPLACE(true),
        DELETE(false),
        NONE(false);

        private final boolean hasFields;

        Kind(boolean hasFields) {
            this.hasFields = hasFields;
        }
    }
}
