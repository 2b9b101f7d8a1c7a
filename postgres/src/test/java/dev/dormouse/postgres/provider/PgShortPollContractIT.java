package dev.dormouse.postgres.provider;

import dev.dormouse.testkit.provider.ProviderContract;
import dev.dormouse.testkit.provider.ProviderStorage;
import org.junit.jupiter.api.Order;

/** With fetches that return at once. */
@Order(1)
class PgShortPollContractIT extends ProviderContract {

    @Override
    protected ProviderStorage openStorage() {
        return PgStorage.listening(PgStorage.NO_FALLBACK.withEnabled(false));
    }
}
