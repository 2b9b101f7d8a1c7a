package dev.dormouse.postgres;

import dev.dormouse.postgres.sql.SqlCall;
import java.sql.SQLException;
import java.util.Collection;

/**
 * What one kind of work adds to the survey of a node: a select in {@code sql/PgSurvey} that becomes a part of the one
 * statement, with the columns queue, ready, due_in_ms and no rows for queues that the node does not wait for.
 */
interface SurveyPart {

    /** The file. Its parameters must not be named like those of another part, unless they are the same. */
    String file();

    void bind(SqlCall call, Collection<String> queues) throws SQLException;

    /** Called when a row of this name was ready and is not a queue but a matter of upkeep. True if it was this part's. */
    default boolean ready(String name) {
        return false;
    }
}
