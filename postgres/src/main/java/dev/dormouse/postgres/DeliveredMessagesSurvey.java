package dev.dormouse.postgres;

import dev.dormouse.node.Pruner;
import dev.dormouse.postgres.sql.SqlCall;
import java.sql.SQLException;
import java.util.Collection;

/** Whether delivered messages can be removed. */
record DeliveredMessagesSurvey(Pruner pruner) implements SurveyPart {

    private static final String NAME = "!delivered-messages";

    @Override
    public String file() {
        return "delivered_messages";
    }

    @Override
    public void bind(SqlCall call, Collection<String> queues) throws SQLException {
        call.set("outbox_retention", pruner.retention());
    }

    @Override
    public boolean ready(String name) {
        if (!name.equals(NAME)) {
            return false;
        }
        pruner.prunable();
        return true;
    }
}
