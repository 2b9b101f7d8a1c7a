package dev.dormouse.sink.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The scripts that run in Redis, from files beside this class. */
enum Script {
    STREAM("stream.lua"),
    HASH("hash.lua");

    @SuppressWarnings("ImmutableEnumChecker") // Never written to.
    final byte[] text;

    Script(String file) {
        this.text = read(file);
    }

    private static byte[] read(String file) {
        try (InputStream in = Script.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("The file " + file + " is missing beside " + Script.class);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("The file " + file + " cannot be read", e);
        }
    }
}
