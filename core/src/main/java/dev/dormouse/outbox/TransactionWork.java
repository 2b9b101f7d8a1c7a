package dev.dormouse.outbox;

import java.sql.Connection;
import java.util.UUID;

/** What is done in one transaction together with publishing; see {@link Outbox#inTransaction}. */
@FunctionalInterface
public interface TransactionWork<R> {

    /** The connection is the transaction's: it must be neither committed nor closed. */
    R run(Connection connection, Publisher publisher) throws Exception;

    /** Publishes in the transaction. */
    @FunctionalInterface
    interface Publisher {
        UUID publish(NewMessage message);
    }
}
