package dev.dormouse.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.ProviderException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpeningTest {

    @Test
    void aFileThatIsOpenIsNotOpenedAgain(@TempDir Path folder) {
        Path file = folder.resolve("flows.db");
        try (SqliteProvider first = SqliteProvider.open(file)) {
            assertThatThrownBy(() -> SqliteProvider.open(folder.resolve("../" + folder.getFileName() + "/flows.db")))
                    .isInstanceOf(ProviderException.class)
                    .hasMessageContaining("in use by this process");
            assertThat(first.name()).contains("flows.db");
        }
        SqliteProvider.open(file).close();
    }

    @Test
    void aFileThatAnotherProcessHasOpenIsRefused(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("flows.db");
        try (ChildJvm other = ChildJvm.start(Committing.class, file.toString())) {
            other.awaitLine("1");
            assertThatThrownBy(() -> SqliteProvider.open(file))
                    .isInstanceOf(ProviderException.class)
                    .hasMessageContaining("in use by another process");
        }
        SqliteProvider.open(file).close();
    }

    @Test
    void aFileOfAnotherSchemaIsRefused(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("flows.db");
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("pragma user_version = 99");
        }

        assertThatThrownBy(() -> SqliteProvider.open(file))
                .isInstanceOf(ProviderException.class)
                .hasMessageContaining("schema version 99");
    }

    @Test
    void aFileThatIsNoDatabaseIsRefused(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("notes.txt"), "not a database at all, but long enough".repeat(50));

        assertThatThrownBy(() -> SqliteProvider.open(file))
                .isInstanceOf(ProviderException.class)
                .hasMessageContaining("notes.txt");
    }

    @Test
    void aFolderThatIsNotThereIsNamed(@TempDir Path folder) {
        assertThatThrownBy(() -> SqliteProvider.open(folder.resolve("missing/flows.db")))
                .isInstanceOf(ProviderException.class)
                .hasMessageContaining("missing");
    }

    @Test
    void transactionsOfOtherConnectionsAreRefused() throws Exception {
        try (SqliteProvider provider = SqliteProvider.inMemory();
                Connection foreign = DriverManager.getConnection("jdbc:sqlite::memory:")) {
            assertThatThrownBy(() -> provider.enqueue(foreign, List.of(NewMessage.of("a", "b"))))
                    .isInstanceOf(ProviderException.class)
                    .hasMessageContaining("enqueue(messages)");
        }
    }
}
