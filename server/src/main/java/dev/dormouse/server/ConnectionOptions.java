package dev.dormouse.server;

import dev.dormouse.postgres.sql.SchemaName;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which database a command works on; mixed into every command that needs one. */
final class ConnectionOptions {

    static final Path DATA_DEFAULT = Path.of(".dormouse");
    private static final int PORT_MAX = 65535;

    @Option(
            names = "--url",
            defaultValue = "${env:DORMOUSE_URL}",
            paramLabel = "<url>",
            description = {
                "The database, as in jdbc:postgresql://host:5432/name; also DORMOUSE_URL.",
                "Without one, an embedded PostgreSQL is used."
            })
    @Nullable
    String url;

    @Option(
            names = "--user",
            defaultValue = "${env:DORMOUSE_USER}",
            paramLabel = "<user>",
            description = "The user; also DORMOUSE_USER.")
    @Nullable
    String user;

    @Option(
            names = "--password",
            defaultValue = "${env:DORMOUSE_PASSWORD}",
            paramLabel = "<password>",
            arity = "0..1",
            interactive = true,
            description = {
                "The password; asked for when the option has no value.",
                "Better in DORMOUSE_PASSWORD, which other users of this machine do not see."
            })
    @Nullable
    String password;

    @Option(
            names = "--schema",
            defaultValue = "dormouse",
            paramLabel = "<name>",
            description = "The schema of Dormouse's tables; ${DEFAULT-VALUE} unless told.")
    String schema = "dormouse";

    @Option(
            names = "--data",
            paramLabel = "<folder>",
            description = "The folder in which the embedded PostgreSQL keeps its data; .dormouse unless told.")
    @Nullable
    Path data;

    @Option(
            names = "--postgres-port",
            paramLabel = "<port>",
            description = "The port of the embedded PostgreSQL on 127.0.0.1; a free one unless told.")
    @Nullable
    Integer postgresPort;

    /** The URL, or empty if the embedded PostgreSQL is wanted. */
    Optional<String> givenUrl() {
        Optional<String> given = given(url);
        if (given.isPresent() && (data != null || postgresPort != null)) {
            throw CommandFailure.usage("--data and --postgres-port are for the embedded PostgreSQL, but "
                    + Failures.redact(given.get()) + " was given as URL; leave one of them out.");
        }
        return given;
    }

    Optional<String> givenUser() {
        return given(user);
    }

    Optional<String> givenPassword() {
        return Optional.ofNullable(password).filter(given -> !given.isEmpty());
    }

    /** The schema; names that PostgreSQL would refuse are refused here. */
    SchemaName schemaName() {
        try {
            return SchemaName.of(schema);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(String.valueOf(e.getMessage()));
        }
    }

    /** Where the embedded PostgreSQL lives. */
    Path postgresFolder() {
        return (data == null ? DATA_DEFAULT : data).resolve("postgres");
    }

    int embeddedPort() {
        int port = postgresPort == null ? 0 : postgresPort;
        if (port < 0 || port > PORT_MAX) {
            throw CommandFailure.usage("--postgres-port must be between 0 and " + PORT_MAX + ": " + port + ".");
        }
        return port;
    }

    private static Optional<String> given(@Nullable String value) {
        return Optional.ofNullable(value).filter(text -> !text.isBlank());
    }
}
