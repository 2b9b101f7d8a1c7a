package dev.dormouse.postgres.fault;

import dev.dormouse.jobs.Enqueued;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The ledger of those who put jobs in. Every number is in exactly one of these. Thread-safe. */
final class Produced {

    /** The commit was confirmed: the job's id, and when that was, by number. */
    final Map<Long, Acknowledged> acknowledged = new ConcurrentHashMap<>();

    /** Nothing was committed, for sure. */
    final Set<Long> refused = ConcurrentHashMap.newKeySet();

    /** Nothing was committed, on purpose. */
    final Set<Long> rolledBack = ConcurrentHashMap.newKeySet();

    /** The connection was lost while the outcome was under way: committed or not, nobody told. */
    final Set<Long> unknown = ConcurrentHashMap.newKeySet();

    record Acknowledged(long jobId, boolean effect, long millis, int delayMillis) {}

    void acknowledge(List<Item> items, List<Enqueued> enqueued) {
        long now = System.currentTimeMillis();
        for (int i = 0; i < items.size(); i++) {
            Item item = items.get(i);
            acknowledged.put(
                    item.work().n(), new Acknowledged(enqueued.get(i).id(), item.effect(), now, item.delayMillis()));
        }
    }

    void put(Set<Long> into, List<Item> items) {
        items.forEach(item -> into.add(item.work().n()));
    }

    /** One job that somebody is about to put in. */
    record Item(Work work, boolean effect, int delayMillis) {}
}
