package dev.dormouse.postgres.provider;

import dev.dormouse.provider.Provider;
import dev.dormouse.testkit.orchestration.TroubleScenarios;

/** The scenarios of trouble, on a PostgreSQL provider that waits by itself. */
class PgTroubleIT extends TroubleScenarios {

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
