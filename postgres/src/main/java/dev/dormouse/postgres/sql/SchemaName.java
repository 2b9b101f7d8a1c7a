package dev.dormouse.postgres.sql;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The name of the schema that holds Dormouse's tables: any name that PostgreSQL itself accepts, exactly as given.
 *
 * <p>Capitals, quotes, spaces and other scripts are fine, because the name only ever reaches SQL through
 * {@link #quoted()}. What PostgreSQL would refuse or silently cut off is refused here, before any statement is sent.
 */
public record SchemaName(String name) {
    private static final int NAME_BYTES_MAX = 63;
    private static final int CHANNEL_HASH_BYTES = 16;

    public SchemaName {
        byte[] utf8 = utf8(name);
        require(utf8.length > 0, "The schema name is empty; give the schema a name such as dormouse.");
        require(name.indexOf('\0') < 0, "The schema name " + printable(name) + " contains a NUL character; remove it.");
        require(
                utf8.length <= NAME_BYTES_MAX,
                "The schema name " + printable(name) + " has " + utf8.length
                        + " bytes in UTF-8, but PostgreSQL keeps only " + NAME_BYTES_MAX + "; choose a shorter name.");
        require(
                !name.startsWith("pg_") && !name.equals("information_schema"),
                "The schema name " + printable(name) + " is reserved by PostgreSQL; choose one without pg_ in front.");
    }

    public static SchemaName of(String name) {
        return new SchemaName(name);
    }

    /** The name as an SQL identifier, with its double quotes. */
    public String quoted() {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /**
     * The channel on which the nodes of this schema listen: a hash, because a name of 63 bytes leaves no room for a
     * prefix, and in lower case, so that LISTEN means the same with and without quotes.
     */
    public String channel() {
        byte[] hash = sha256(utf8(name));
        return "dormouse_" + HexFormat.of().formatHex(hash, 0, CHANNEL_HASH_BYTES);
    }

    private static byte[] utf8(String name) {
        try {
            ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(name));
            byte[] copy = new byte[bytes.remaining()];
            bytes.get(copy);
            return copy;
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(
                    "The schema name " + printable(name) + " is not valid Unicode; remove the unpaired surrogate.", e);
        }
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("This Java has no SHA-256, which every Java must have.", e);
        }
    }

    private static String printable(String name) {
        return '"' + name.replaceAll("\\p{Cntrl}", "?") + '"';
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
