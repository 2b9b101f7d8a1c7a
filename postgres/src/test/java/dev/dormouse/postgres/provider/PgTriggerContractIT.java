package dev.dormouse.postgres.provider;

import dev.dormouse.testkit.provider.ProviderContract;
import dev.dormouse.testkit.provider.ProviderStorage;
import dev.dormouse.wake.NotifyMode;
import org.junit.jupiter.api.Order;

/** With notifications sent by the transactions and by triggers. */
@Order(1)
class PgTriggerContractIT extends ProviderContract {

    @Override
    protected ProviderStorage openStorage() {
        return PgStorage.listening(PgStorage.NO_FALLBACK.withNotifyMode(NotifyMode.TRIGGER));
    }
}
