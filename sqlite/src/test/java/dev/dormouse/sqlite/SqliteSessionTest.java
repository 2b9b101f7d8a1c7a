package dev.dormouse.sqlite;

import dev.dormouse.provider.Provider;
import dev.dormouse.testkit.orchestration.SessionScenarios;

/** The scenarios of sessions, on SQLite. */
class SqliteSessionTest extends SessionScenarios {

    @Override
    protected Provider open() {
        return SqliteProvider.inMemory();
    }
}
