package dev.dormouse.orchestration.kernel;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Settles when all have. Each costs the same however many there are. */
final class All<T> extends Promise<List<T>> {

    private final List<Promise<? extends T>> members;
    private int left;

    All(Turn turn, List<Promise<? extends T>> members) {
        super(turn);
        this.members = members;
        this.left = members.size();
        if (members.isEmpty()) {
            settle(List::of);
        }
        members.forEach(member -> member.onSettled(this::oneLess));
    }

    @Override
    void taken() {
        members.forEach(Promise::taken);
    }

    @Override
    void withdraw(Withdrawal why) {
        members.forEach(member -> member.withdraw(why));
    }

    private void oneLess() {
        left--;
        if (left == 0) {
            settle(this::results);
        }
    }

    /** Lists may hold null here: the results of void activities. */
    private List<T> results() {
        List<T> results = new ArrayList<>(members.size());
        RuntimeException failure = null;
        for (Promise<? extends T> member : members) {
            try {
                results.add(member.value());
            } catch (RuntimeException e) {
                failure = joined(failure, e);
            }
        }
        if (failure != null) {
            throw failure;
        }
        return results;
    }

    private static RuntimeException joined(@Nullable RuntimeException first, RuntimeException next) {
        if (first == null) {
            return next;
        }
        if (first != next) {
            first.addSuppressed(next);
        }
        return first;
    }
}
