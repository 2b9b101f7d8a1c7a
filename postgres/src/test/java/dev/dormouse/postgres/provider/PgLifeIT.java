package dev.dormouse.postgres.provider;

import dev.dormouse.provider.Provider;
import dev.dormouse.testkit.orchestration.LifeScenarios;

/** The scenarios of whole lives, on a PostgreSQL provider that waits by itself. */
class PgLifeIT extends LifeScenarios {

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
