package dev.dormouse.sqlite;

import dev.dormouse.testkit.provider.ProviderContract;
import dev.dormouse.testkit.provider.ProviderStorage;
import java.util.OptionalLong;

/** In memory, with fetches that wait. */
class SqliteMemoryContractTest extends ProviderContract {

    @Override
    protected ProviderStorage openStorage() {
        return new MemoryStorage(SqliteProvider.inMemory());
    }

    private record MemoryStorage(SqliteProvider provider) implements ProviderStorage {

        @Override
        public OptionalLong looks() {
            return OptionalLong.of(provider.looks());
        }

        @Override
        public void close() {
            provider.close();
        }
    }
}
