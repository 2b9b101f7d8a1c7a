package dev.dormouse.postgres.provider;

import dev.dormouse.provider.Provider;
import dev.dormouse.testkit.orchestration.SessionScenarios;

/** The scenarios of sessions, on a PostgreSQL provider that waits by itself. */
class PgSessionIT extends SessionScenarios {

    private final PgScenario scenario = new PgScenario();

    @Override
    protected Provider open() {
        return scenario.open();
    }

    @Override
    protected void release() {
        scenario.close();
    }
}
