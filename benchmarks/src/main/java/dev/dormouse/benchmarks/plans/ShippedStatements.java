package dev.dormouse.benchmarks.plans;

import dev.dormouse.postgres.Postgres;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The statements that Dormouse ships, so that what the server logged can be called by the name of its file. */
final class ShippedStatements {
    private final Map<String, String> fileByText = new TreeMap<>();

    static ShippedStatements load() throws IOException {
        ShippedStatements statements = new ShippedStatements();
        Path code = location();
        if (Files.isDirectory(code)) {
            statements.readAll(code);
        } else {
            try (FileSystem jar = FileSystems.newFileSystem(code)) {
                statements.readAll(jar.getPath("/"));
            }
        }
        return statements;
    }

    private static Path location() {
        try {
            return Path.of(Postgres.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("The location of dormouse-postgres is not a path", e);
        }
    }

    private void readAll(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(ShippedStatements::isStatement).toList()) {
                add(file.getName(file.getNameCount() - 2) + "/" + file.getFileName(), Files.readString(file));
            }
        }
    }

    private static boolean isStatement(Path file) {
        return file.toString().endsWith(".sql") && !file.toString().contains("migrate");
    }

    void add(String file, String text) {
        fileByText.put(normal(text), file);
    }

    /** The file whose text this is, or begins with: some are put together from several. */
    Optional<String> find(String query) {
        String text = normal(query);
        return Optional.ofNullable(fileByText.get(text))
                .or(() -> fileByText.entrySet().stream()
                        .filter(entry -> text.startsWith(entry.getKey()))
                        .map(Map.Entry::getValue)
                        .findFirst());
    }

    /** Without comments and spare space; parameters, schema and channel by one name each. */
    private static String normal(String text) {
        return text.replaceAll("(?m)--.*$", "")
                .replaceAll("\\{schema\\}|\"dormouse\"", "dormouse")
                .replaceAll("\\{channel\\}|dormouse_[0-9a-f]{32}", "channel")
                .replaceAll("\\$[0-9]+|(?<!:):[a-z_]+", "?")
                .replaceAll("\\s+", " ")
                .strip();
    }
}
