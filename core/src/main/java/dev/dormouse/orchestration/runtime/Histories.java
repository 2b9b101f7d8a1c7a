package dev.dormouse.orchestration.runtime;

import dev.dormouse.orchestration.OrchestrationObserver;
import dev.dormouse.provider.HistoryRequest;
import dev.dormouse.provider.Provider;
import dev.dormouse.provider.StoredEvent;
import dev.dormouse.provider.TurnItem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Completes fetched turns with their histories: from the cache as far as it goes, and with one read for all the rest. */
final class Histories {

    private final Provider provider;
    private final HistoryCache cache;
    private final OrchestrationObserver observer;

    Histories(Provider provider, HistoryCache cache, OrchestrationObserver observer) {
        this.provider = provider;
        this.cache = cache;
        this.observer = observer;
    }

    List<Turn> complete(List<TurnItem> items) {
        List<History> known = items.stream().map(this::known).toList();
        List<List<StoredEvent>> read = read(items, known);
        List<Turn> turns = new ArrayList<>(items.size());
        for (int i = 0; i < items.size(); i++) {
            turns.add(Turn.fetched(items.get(i), known.get(i), read.get(i)));
        }
        return turns;
    }

    /** The history of that execution, for a turn that nobody fetched; null if it is not known. */
    @Nullable
    History look(String instance, long executionId) {
        return cache.look(instance, executionId);
    }

    /** The latest event that is known of an instance which has not ended as far as this node knows, else zero. */
    long reached(String instance) {
        return cache.reached(instance);
    }

    void forget(String instance) {
        cache.forget(instance);
    }

    void keep(String instance, History history) {
        cache.put(instance, history);
    }

    private History known(TurnItem item) {
        History history = cache.take(item.instance(), item.incarnation(), item.executionId(), item.lastEventId());
        if (history == null) {
            return History.none(item);
        }
        if (history.lastEventId() == item.lastEventId()) {
            observer.historyKnown();
        }
        return history;
    }

    /** For each turn the events that are not known yet. */
    private List<List<StoredEvent>> read(List<TurnItem> items, List<History> known) {
        List<HistoryRequest> requests = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            TurnItem item = items.get(i);
            if (lacks(item, known.get(i))) {
                requests.add(new HistoryRequest(
                        item.instance(), item.executionId(), known.get(i).lastEventId()));
            }
        }
        List<List<StoredEvent>> answers = requests.isEmpty() ? List.of() : provider.readHistories(requests);
        answers.forEach(events -> observer.historyRead(events.size()));
        List<List<StoredEvent>> read = new ArrayList<>();
        int next = 0;
        for (int i = 0; i < items.size(); i++) {
            read.add(lacks(items.get(i), known.get(i)) ? answers.get(next++) : List.of());
        }
        return read;
    }

    private static boolean lacks(TurnItem item, History known) {
        return known.lastEventId() < item.lastEventId();
    }
}
