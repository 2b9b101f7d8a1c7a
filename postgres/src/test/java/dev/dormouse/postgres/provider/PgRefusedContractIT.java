package dev.dormouse.postgres.provider;

import dev.dormouse.testkit.provider.ProviderContract;
import dev.dormouse.testkit.provider.ProviderStorage;

/** On a server that cannot push. */
class PgRefusedContractIT extends ProviderContract {

    @Override
    protected ProviderStorage openStorage() {
        return PgStorage.refused(PgStorage.NO_FALLBACK);
    }
}
