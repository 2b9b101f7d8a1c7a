package dev.dormouse.postgres.provider;

import dev.dormouse.postgres.Lanes;
import dev.dormouse.provider.TagFilter;
import dev.dormouse.provider.WorkFetch;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the queues of orchestrations are called where work is announced, and in which lanes it lies. */
final class Queues {

    static final String TURN = "turn";
    static final String ACTIVITY = "activity";
    /** Tagged work is announced here too, for those who take any tag. */
    static final String ANY_TAG = "activity:*";

    /** Where nothing is ever announced. */
    static final String NOWHERE = "activity:";

    private static final String SESSION = "session";
    /** Longer names cannot travel in a notification; such work is announced only here. */
    private static final int TAG_LENGTH_MAX = 120;

    private Queues() {}

    static long turnLane(String name) {
        return Lanes.of(TURN, name);
    }

    static long workLane(@Nullable String tag, boolean ofSession, String name) {
        return Lanes.of((ofSession ? SESSION : ACTIVITY) + (tag == null ? "" : ":" + tag), name);
    }

    static String work(@Nullable String tag) {
        if (tag == null) {
            return ACTIVITY;
        }
        return tag.length() > TAG_LENGTH_MAX ? ANY_TAG : ACTIVITY + ":" + tag;
    }

    /** Where work for such a fetch is announced. */
    static Set<String> of(WorkFetch fetch) {
        TagFilter tags = fetch.tags();
        Set<String> queues = new LinkedHashSet<>();
        if (tags.untagged() || tags.tags().isEmpty()) {
            queues.add(ACTIVITY);
        }
        if (tags.any()) {
            queues.add(ANY_TAG);
        }
        tags.tags().forEach(tag -> queues.add(work(tag)));
        return queues;
    }

    /** Whether a fetch says so clearly what it wants that its lanes are known. */
    static boolean named(WorkFetch fetch) {
        return fetch.names() != null && !fetch.tags().any();
    }

    static long[] lanes(WorkFetch fetch) {
        Set<String> names = fetch.names();
        if (names == null || fetch.tags().any()) {
            return new long[0];
        }
        List<Long> lanes = new ArrayList<>();
        for (String name : names) {
            if (fetch.tags().untagged()) {
                addLanes(lanes, null, name, fetch);
            }
            for (String tag : fetch.tags().tags()) {
                addLanes(lanes, tag, name, fetch);
            }
        }
        return lanes.stream().mapToLong(Long::longValue).toArray();
    }

    private static void addLanes(List<Long> lanes, @Nullable String tag, String name, WorkFetch fetch) {
        lanes.add(workLane(tag, false, name));
        if (fetch.session() != null) {
            lanes.add(workLane(tag, true, name));
        }
    }
}
