package dev.dormouse.postgres.fault;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** What a worker process is told, on its command line. */
record WorkerSettings(String url, String name, Path folder, int slots, Duration lease, Duration grace) {

    static WorkerSettings parse(String[] args) {
        return new WorkerSettings(
                args[0],
                args[1],
                Path.of(args[2]),
                Integer.parseInt(args[3]),
                Duration.parse(args[4]),
                Duration.parse(args[5]));
    }

    List<String> arguments() {
        return List.of(url, name, folder.toString(), Integer.toString(slots), lease.toString(), grace.toString());
    }

    WorkerSettings withName(String newName) {
        return new WorkerSettings(url, newName, folder, slots, lease, grace);
    }

    Path ledger() {
        return folder.resolve(name + ".ledger");
    }

    Path state() {
        return folder.resolve(name + ".state");
    }

    Path log() {
        return folder.resolve(name + ".log");
    }
}
