package dev.dormouse.sqlite;

import dev.dormouse.testkit.provider.ProviderContract;
import dev.dormouse.testkit.provider.ProviderStorage;

/** In a file, with fetches that return at once. */
class SqliteShortPollContractTest extends ProviderContract {

    @Override
    protected ProviderStorage openStorage() {
        return new SqliteStorage(SqliteOptions.defaults().withLongPolling(false));
    }
}
