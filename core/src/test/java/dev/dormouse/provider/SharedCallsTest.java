package dev.dormouse.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.dormouse.dispatch.Handlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SharedCallsTest {

    private static final Duration GENEROUS = Duration.ofSeconds(20);

    private Executor callers = Executors.newCachedThreadPool();
    private final List<List<Integer>> calls = Collections.synchronizedList(new ArrayList<>());
    private final List<Boolean> virtual = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch first = new CountDownLatch(1);
    private final SharedCalls<Integer, Integer> shared = new SharedCalls<>(3, this::answer);

    @AfterEach
    void end() {
        Handlers.close(callers);
    }

    /** The first call waits for the latch; 13 cannot be answered, and with 99 the provider is away. */
    private List<Integer> answer(List<Integer> questions) {
        virtual.add(ThreadKind.isVirtual(Thread.currentThread()));
        calls.add(questions);
        if (calls.size() == 1) {
            awaitFirst();
        }
        if (questions.contains(13)) {
            throw new ProviderException("unlucky", false, null);
        }
        if (questions.contains(99)) {
            throw new ProviderException("away", true, null);
        }
        return questions.stream().map(question -> question * 2).toList();
    }

    private void awaitFirst() {
        try {
            first.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private CompletableFuture<Integer> ask(int question) {
        return CompletableFuture.supplyAsync(() -> shared.ask(question), callers);
    }

    /** On Java 21 and newer handlers run on virtual threads; below, this says nothing. */
    @Test
    void anInterruptOfOneThatCallsForOthersCannotReachTheirCall() {
        callers = Handlers.byDefault("caller", 8);
        List<CompletableFuture<Integer>> asked = askDuringTheFirst(1, 2, 3);

        assertThat(asked).extracting(CompletableFuture::join).containsExactly(0, 2, 4, 6);
        assertThat(calls).containsExactly(List.of(0), List.of(1, 2, 3));
        assertThat(virtual).containsExactly(Runtime.version().feature() >= 21, false);
    }

    /** One call that is under way until the latch is open, and those who come meanwhile. */
    private List<CompletableFuture<Integer>> askDuringTheFirst(int... questions) {
        List<CompletableFuture<Integer>> asked = new ArrayList<>(List.of(ask(0)));
        await().atMost(GENEROUS).until(() -> calls.size() == 1);
        for (int question : questions) {
            int before = shared.waiting();
            asked.add(ask(question));
            await().atMost(GENEROUS).until(() -> shared.waiting() == before + 1);
        }
        first.countDown();
        return asked;
    }

    @Test
    void whoIsAloneIsAnsweredOnItsOwnThread() {
        first.countDown();
        assertThat(shared.ask(1)).isEqualTo(2);
        assertThat(shared.ask(2)).isEqualTo(4);
        assertThat(calls).containsExactly(List.of(1), List.of(2));
    }

    @Test
    void whoComesDuringACallSharesTheNext() {
        List<CompletableFuture<Integer>> asked = askDuringTheFirst(1, 2, 3, 4);

        assertThat(asked).extracting(CompletableFuture::join).containsExactly(0, 2, 4, 6, 8);
        assertThat(calls).containsExactly(List.of(0), List.of(1, 2, 3), List.of(4));
    }

    @Test
    void anotherCallBeginsBesideTheFirstOnceItIsFull() {
        SharedCalls<Integer, Integer> two = new SharedCalls<>(3, 2, this::answer);
        CompletableFuture<Integer> held = CompletableFuture.supplyAsync(() -> two.ask(0), callers);
        await().atMost(GENEROUS).until(() -> calls.size() == 1);
        List<CompletableFuture<Integer>> asked = new ArrayList<>();
        for (int question : List.of(1, 2)) {
            asked.add(CompletableFuture.supplyAsync(() -> two.ask(question), callers));
            await().atMost(GENEROUS).until(() -> two.waiting() == question);
        }

        assertThat(two.ask(3)).as("beside the one that is held").isEqualTo(6);
        assertThat(asked).extracting(CompletableFuture::join).containsExactly(2, 4);
        CompletableFuture<Integer> alone = CompletableFuture.supplyAsync(() -> two.ask(4), callers);
        await().atMost(GENEROUS).until(() -> two.waiting() == 1);
        first.countDown();
        assertThat(held.join()).isZero();
        assertThat(alone.join()).isEqualTo(8);
        assertThat(calls).containsExactly(List.of(0), List.of(3, 1, 2), List.of(4));
    }

    @Test
    void whatCannotBeAnsweredIsTheTroubleOfItsOwnCaller() {
        List<CompletableFuture<Integer>> asked = askDuringTheFirst(1, 13, 2);

        assertThat(asked.get(1).join()).isEqualTo(2);
        assertThat(asked.get(3).join()).isEqualTo(4);
        assertThatThrownBy(asked.get(2)::join).hasMessageContaining("unlucky");
    }

    @Test
    void passingTroubleIsToldToAll() {
        List<CompletableFuture<Integer>> asked = askDuringTheFirst(1, 99);

        assertThatThrownBy(asked.get(1)::join).hasMessageContaining("away");
        assertThatThrownBy(asked.get(2)::join).hasMessageContaining("away");
        assertThat(shared.ask(5)).as("the next one").isEqualTo(10);
    }

    @Test
    void anInterruptIsKeptAndDoesNotLoseTheAnswer() {
        CompletableFuture<Thread> caller = new CompletableFuture<>();
        CompletableFuture<Integer> leading = ask(0);
        await().atMost(GENEROUS).until(() -> calls.size() == 1);
        CompletableFuture<Boolean> kept = CompletableFuture.supplyAsync(
                () -> {
                    caller.complete(Thread.currentThread());
                    return shared.ask(1) == 2 && Thread.currentThread().isInterrupted();
                },
                callers);
        await().atMost(GENEROUS).until(() -> shared.waiting() == 1);
        caller.join().interrupt();
        first.countDown();

        assertThat(leading.join()).isZero();
        assertThat(kept.join()).isTrue();
    }
}
