package dev.dormouse.postgres.provider;

import dev.dormouse.testkit.provider.ProviderContract;
import dev.dormouse.testkit.provider.ProviderStorage;

/** With fetches that return at once. */
class PgShortPollContractIT extends ProviderContract {

    @Override
    protected ProviderStorage openStorage() {
        return PgStorage.listening(PgStorage.NO_FALLBACK.withEnabled(false));
    }
}
