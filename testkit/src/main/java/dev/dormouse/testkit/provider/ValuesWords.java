package dev.dormouse.testkit.provider;

import dev.dormouse.provider.ExecutionChange;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.NewMessage.Start;
import dev.dormouse.provider.ProviderAdmin.Force;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.ValueChange;
import java.util.Arrays;

/** What the tests of key-value state share. */
abstract class ValuesWords extends ContractGroup {

    void change(String instance, ValueChange... changes) {
        commit(TurnAck.nothing(nextTurn(instance)).withValues(Arrays.asList(changes)));
    }

    void child(String instance, String parent) {
        put(NewMessage.start(instance, new Start(FLOW, null, parent, false), "start"));
        commit(changing(turn(), ExecutionChange.started(FLOW, "1.0.0").withParent(parent)));
    }

    void delete(String... instances) {
        provider.admin().delete(Arrays.asList(instances), Force.ALSO_RUNNING);
    }
}
