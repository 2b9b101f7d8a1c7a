package dev.dormouse.postgres.provider;

import dev.dormouse.testkit.provider.ProviderContract;
import dev.dormouse.testkit.provider.ProviderStorage;
import org.junit.jupiter.api.Order;

/** On a server that cannot push. */
@Order(1)
class PgRefusedContractIT extends ProviderContract {

    @Override
    protected ProviderStorage openStorage() {
        return PgStorage.refused(PgStorage.NO_FALLBACK);
    }
}
