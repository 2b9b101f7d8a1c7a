package dev.dormouse.postgres.provider;

import dev.dormouse.testkit.provider.ProviderContract;
import dev.dormouse.testkit.provider.ProviderStorage;
import dev.dormouse.wake.NotifyMode;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** With notifications sent by the transactions and by triggers. */
@Order(Integer.MAX_VALUE) // in small parts, which fill whatever time the others leave
@Execution(ExecutionMode.CONCURRENT)
class PgTriggerContractIT extends ProviderContract {

    @Override
    protected ProviderStorage openStorage() {
        return PgStorage.listening(PgStorage.NO_FALLBACK.withNotifyMode(NotifyMode.TRIGGER));
    }
}
