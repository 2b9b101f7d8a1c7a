package dev.dormouse.sqlite;

import dev.dormouse.provider.Provider;
import dev.dormouse.testkit.orchestration.NodeScenarios;

/** The scenarios of a whole node, on SQLite. */
class SqliteNodeTest extends NodeScenarios {

    @Override
    protected Provider open() {
        return SqliteProvider.inMemory();
    }
}
