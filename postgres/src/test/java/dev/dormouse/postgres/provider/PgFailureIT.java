package dev.dormouse.postgres.provider;

import dev.dormouse.provider.Provider;
import dev.dormouse.testkit.orchestration.FailureScenarios;

/** The scenarios of a whole node, on a PostgreSQL provider that waits by itself. */
class PgFailureIT extends FailureScenarios {

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
