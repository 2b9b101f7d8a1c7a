package dev.dormouse.orchestration.kernel;

import dev.dormouse.orchestration.Winner;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Settles when the first one has, unless by being cancelled: then only when all have. */
final class Any<T> extends Promise<Winner<T>> {

    private final List<Promise<? extends T>> members;
    private final boolean cancelsLosers;
    private int cancelledCount;
    private @Nullable Promise<? extends T> winner;

    private Any(Turn turn, List<Promise<? extends T>> members, boolean cancelsLosers) {
        super(turn);
        this.members = members;
        this.cancelsLosers = cancelsLosers;
        if (members.isEmpty()) {
            throw new IllegalArgumentException("a race needs at least one future");
        }
        for (int i = 0; i < members.size() && !settled(); i++) {
            int index = i;
            members.get(i).onSettled(() -> arrived(index));
        }
    }

    static <T> Any<T> first(Turn turn, List<Promise<? extends T>> members) {
        return new Any<>(turn, members, false);
    }

    static <T> Any<T> race(Turn turn, List<Promise<? extends T>> members) {
        return new Any<>(turn, members, true);
    }

    @Override
    void taken() {
        if (winner != null) {
            winner.taken();
        }
    }

    @Override
    void withdraw(Withdrawal why) {
        if (!settled()) {
            members.forEach(member -> member.withdraw(why));
        }
    }

    private void arrived(int index) {
        if (settled()) {
            return;
        }
        Promise<? extends T> member = members.get(index);
        if (!member.cancelled()) {
            winner = member;
            settle(() -> new Winner<>(index, member));
            cancelLosers();
        } else if (++cancelledCount == members.size()) {
            settleAsCancelled(member);
        }
    }

    private void cancelLosers() {
        if (cancelsLosers) {
            members.forEach(member -> member.withdraw(Withdrawal.LOST));
        }
    }
}
