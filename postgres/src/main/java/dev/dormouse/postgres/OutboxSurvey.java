package dev.dormouse.postgres;

import dev.dormouse.outbox.Outbox;
import dev.dormouse.outbox.OutboxWork;
import dev.dormouse.postgres.sql.SqlCall;
import java.sql.SQLException;
import java.util.Collection;

/** Whether the outbox has messages, now or later, for the routes of the node. */
record OutboxSurvey(OutboxWork work) implements SurveyPart {

    @Override
    public String file() {
        return "outbox";
    }

    @Override
    public void bind(SqlCall call, Collection<String> queues) throws SQLException {
        call.set("outbox", queues.contains(Outbox.WAKE_NAME));
        call.set("outbox_routes", PgRelay.ints(work.routes().get()));
    }
}
