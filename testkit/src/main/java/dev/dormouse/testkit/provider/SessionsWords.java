package dev.dormouse.testkit.provider;

import dev.dormouse.provider.WorkFetch;
import dev.dormouse.provider.WorkFetch.SessionFetch;
import dev.dormouse.provider.WorkItem;
import java.time.Duration;
import java.util.List;

/** What the tests of sessions share. */
abstract class SessionsWords extends ContractGroup {

    static final String S1 = "session-1";
    static final String S2 = "session-2";

    WorkFetch by(String owner) {
        return anyWork().withSession(new SessionFetch(owner, LONG));
    }

    /** Holds the session for a short time only. */
    WorkFetch brieflyBy(String owner) {
        return anyWork().withSession(new SessionFetch(owner, storage.lockTimeout()));
    }

    void putSession(long activityId, String session) {
        putWork(work("a", activityId).withSession(session));
    }

    static long id(WorkItem item) {
        return item.key().activityId();
    }

    int renewed(Duration idle, String... owners) {
        return provider.renewSessions(List.of(owners), LONG, idle);
    }
}
