package dev.dormouse.testkit.provider;

import dev.dormouse.provider.NewWork;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Everything that a {@link dev.dormouse.provider.Provider} must do. Extend it, say how to open fresh storage, and run it with
 * JUnit; prints how many tests passed, by group. What the storage says it cannot do is skipped, not failed.
 */
@ExtendWith(ContractCount.class)
public abstract class ProviderContract {

    /** Opens a provider on storage that nobody else uses. Called for every test, from several threads. */
    protected abstract ProviderStorage openStorage();

    @Nested
    class Atomicity extends AtomicityContract {
        @Override
        ProviderStorage openStorage() {
            return ProviderContract.this.openStorage();
        }
    }

    @Nested
    class Errors extends ErrorsContract {
        @Override
        ProviderStorage openStorage() {
            return ProviderContract.this.openStorage();
        }
    }

    @Nested
    class Creation extends CreationContract {
        @Override
        ProviderStorage openStorage() {
            return ProviderContract.this.openStorage();
        }
    }

    @Nested
    class Locking extends LockingContract {
        @Override
        ProviderStorage openStorage() {
            return ProviderContract.this.openStorage();
        }
    }

    @Nested
    class Expiry extends ExpiryContract {
        @Override
        ProviderStorage openStorage() {
            return ProviderContract.this.openStorage();
        }
    }

    @Nested
    class Executions extends ExecutionsContract {
        @Override
        ProviderStorage openStorage() {
            return ProviderContract.this.openStorage();
        }
    }

    @Nested
    class Queues extends QueuesContract {
        @Override
        ProviderStorage openStorage() {
            return ProviderContract.this.openStorage();
        }
    }

    @Nested
    class Management extends ManagementContract {
        @Override
        ProviderStorage openStorage() {
            return ProviderContract.this.openStorage();
        }
    }

    @Nested
    class LongPolling extends LongPollingContract {
        @Override
        ProviderStorage openStorage() {
            return ProviderContract.this.openStorage();
        }
    }

    @Nested
    class Waking extends WakingContract {
        @Override
        ProviderStorage openStorage() {
            return ProviderContract.this.openStorage();
        }
    }

    @Nested
    class Timers extends TimersContract {
        @Override
        ProviderStorage openStorage() {
            return ProviderContract.this.openStorage();
        }
    }

    @Nested
    class Attempts extends AttemptsContract {
        @Override
        ProviderStorage openStorage() {
            return ProviderContract.this.openStorage();
        }
    }

    @Nested
    class Cancellation extends CancellationContract {
        @Override
        ProviderStorage openStorage() {
            return ProviderContract.this.openStorage();
        }
    }

    @Nested
    class Deletion extends DeletionContract {
        @Override
        ProviderStorage openStorage() {
            return ProviderContract.this.openStorage();
        }
    }

    @Nested
    class Pruning extends PruningContract {
        @Override
        ProviderStorage openStorage() {
            return ProviderContract.this.openStorage();
        }
    }

    @Nested
    class BulkDeletion extends BulkDeletionContract {
        @Override
        ProviderStorage openStorage() {
            return ProviderContract.this.openStorage();
        }
    }

    @Nested
    class Engines extends EnginesContract {
        @Override
        ProviderStorage openStorage() {
            return ProviderContract.this.openStorage();
        }
    }

    @Nested
    class Sessions extends SessionsContract {
        @Override
        ProviderStorage openStorage() {
            return ProviderContract.this.openStorage();
        }
    }

    @Nested
    class SessionLocks extends SessionLocksContract {
        @Override
        ProviderStorage openStorage() {
            return ProviderContract.this.openStorage();
        }
    }

    @Nested
    class Tags extends TagsContract {
        @Override
        ProviderStorage openStorage() {
            return ProviderContract.this.openStorage();
        }
    }

    @Nested
    class CustomStatus extends CustomStatusContract {
        @Override
        ProviderStorage openStorage() {
            return ProviderContract.this.openStorage();
        }
    }

    @Nested
    class Values extends ValuesContract {
        @Override
        ProviderStorage openStorage() {
            return ProviderContract.this.openStorage();
        }
    }

    @Nested
    class ValueSnapshots extends ValueSnapshotsContract {
        @Override
        ProviderStorage openStorage() {
            return ProviderContract.this.openStorage();
        }
    }

    @Nested
    class Leases extends LeasesContract {
        @Override
        ProviderStorage openStorage() {
            return ProviderContract.this.openStorage();
        }
    }

    @Nested
    class Beginnings extends BeginningsContract {
        @Override
        ProviderStorage openStorage() {
            return ProviderContract.this.openStorage();
        }
    }

    @Nested
    class DirectTurns extends DirectTurnsContract {
        @Override
        ProviderStorage openStorage() {
            return ProviderContract.this.openStorage();
        }
    }

    /** The same of instances that were not fetched before. */
    @Nested
    class DirectTurnsOfBegun extends DirectTurns {
        @Override
        void runningWith(NewWork... work) {
            begunWith(work);
        }
    }

    /** The same for many at a time. */
    @Nested
    class DirectTurnsInCompany extends DirectTurnsOfBegun {
        @Override
        boolean inCompany() {
            return true;
        }
    }

    @Nested
    class EagerWork extends EagerWorkContract {
        @Override
        ProviderStorage openStorage() {
            return ProviderContract.this.openStorage();
        }
    }

    /** The same for many at a time. */
    @Nested
    class EagerWorkInCompany extends EagerWork {
        @Override
        boolean inCompany() {
            return true;
        }
    }

    @Nested
    class Batches extends BatchesContract {
        @Override
        ProviderStorage openStorage() {
            return ProviderContract.this.openStorage();
        }
    }

    @Nested
    class Changes extends ChangesContract {
        @Override
        ProviderStorage openStorage() {
            return ProviderContract.this.openStorage();
        }
    }
}
