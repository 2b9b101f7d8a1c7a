package dev.dormouse.postgres.fault;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What relay processes have brought to the file that they share, in the order in which it arrived. */
record Arrivals(Path file) {

    record Arrival(int relay, int key, int n) {

        String message() {
            return key + " " + n;
        }
    }

    long count() throws IOException {
        return Files.exists(file) ? Files.size(file) / RelayMain.ENTRY_BYTES : 0;
    }

    List<Arrival> all() throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.exists(file) ? Files.readAllBytes(file) : new byte[0]);
        List<Arrival> arrivals = new ArrayList<>();
        while (bytes.remaining() >= RelayMain.ENTRY_BYTES) {
            arrivals.add(new Arrival(bytes.getInt(), bytes.getInt(), bytes.getInt()));
        }
        return arrivals;
    }
}
