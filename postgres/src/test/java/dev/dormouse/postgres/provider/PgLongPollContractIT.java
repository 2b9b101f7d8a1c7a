package dev.dormouse.postgres.provider;

import dev.dormouse.testkit.provider.ProviderContract;
import dev.dormouse.testkit.provider.ProviderStorage;

/** In schemas of a server that pushes. */
class PgLongPollContractIT extends ProviderContract {

    @Override
    protected ProviderStorage openStorage() {
        return PgStorage.listening(PgStorage.NO_FALLBACK);
    }
}
