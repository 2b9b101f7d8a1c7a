package dev.dormouse.postgres.provider;

import dev.dormouse.testkit.provider.ProviderContract;
import dev.dormouse.testkit.provider.ProviderStorage;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** In schemas of a server that pushes. */
@Order(Integer.MAX_VALUE) // in small parts, which fill whatever time the others leave
@Execution(ExecutionMode.CONCURRENT)
class PgLongPollContractIT extends ProviderContract {

    @Override
    protected ProviderStorage openStorage() {
        return PgStorage.listening(PgStorage.NO_FALLBACK);
    }
}
