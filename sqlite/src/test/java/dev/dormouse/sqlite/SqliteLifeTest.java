package dev.dormouse.sqlite;

import dev.dormouse.provider.Provider;
import dev.dormouse.testkit.orchestration.LifeScenarios;

/** The scenarios of whole lives, on SQLite. */
class SqliteLifeTest extends LifeScenarios {

    @Override
    protected Provider open() {
        return SqliteProvider.inMemory();
    }
}
