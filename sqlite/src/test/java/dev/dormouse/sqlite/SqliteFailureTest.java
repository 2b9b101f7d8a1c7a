package dev.dormouse.sqlite;

import dev.dormouse.provider.Provider;
import dev.dormouse.testkit.orchestration.FailureScenarios;

/** The scenarios of a whole node, on SQLite. */
class SqliteFailureTest extends FailureScenarios {

    @Override
    protected Provider open() {
        return SqliteProvider.inMemory();
    }
}
