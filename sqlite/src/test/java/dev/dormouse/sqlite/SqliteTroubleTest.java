package dev.dormouse.sqlite;

import dev.dormouse.provider.Provider;
import dev.dormouse.testkit.orchestration.TroubleScenarios;

/** The scenarios of trouble, on SQLite. */
class SqliteTroubleTest extends TroubleScenarios {

    @Override
    protected Provider open() {
        return SqliteProvider.inMemory();
    }
}
