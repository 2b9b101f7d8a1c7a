package dev.dormouse.sqlite;

import dev.dormouse.testkit.provider.ProviderContract;
import dev.dormouse.testkit.provider.ProviderStorage;

/** In a file, with fetches that wait. */
class SqliteFileContractTest extends ProviderContract {

    @Override
    protected ProviderStorage openStorage() {
        return new SqliteStorage(SqliteOptions.defaults());
    }
}
