package dev.dormouse.sqlite;

import dev.dormouse.provider.Provider;
import dev.dormouse.testkit.orchestration.OrchestrationScenarios;

/** What orchestrations can do, on SQLite. */
class SqliteOrchestrationTest extends OrchestrationScenarios {

    @Override
    protected Provider open() {
        return SqliteProvider.inMemory();
    }
}
