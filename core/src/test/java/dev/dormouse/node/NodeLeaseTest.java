package dev.dormouse.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dormouse.wake.ManualTicker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class NodeLeaseTest {

    private static final Duration LEASE = Duration.ofSeconds(10);

    private final ManualTicker ticker = new ManualTicker();
    private final MemoryNodes nodes = new MemoryNodes();
    private final NodeLease lease = new NodeLease(nodes, "test", LEASE, ticker);
    private final List<Long> lost = new CopyOnWriteArrayList<>();

    NodeLeaseTest() {
        lease.onLost(lost::add);
    }

    @Test
    void theNodeJoinsOnceWhenItIsFirstAskedFor() throws Exception {
        assertThat(lease.nodeIfJoined()).isZero();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        for (int i = 0; i < 100; i++) {
            threads.execute(lease::node);
        }
        threads.shutdown();
        assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        assertThat(nodes.joined.get()).isOne();
        assertThat(lease.node()).isEqualTo(lease.nodeIfJoined()).isOne();
    }

    @Test
    void itRenewsAtAThirdOfItsLengthAndOnlyWhenInUse() {
        lease.node();
        ticker.advance(LEASE.dividedBy(3).minusMillis(1));
        lease.tick(() -> true);
        assertThat(nodes.renewals.get()).isZero();
        ticker.advance(Duration.ofMillis(2));
        lease.tick(() -> false);
        assertThat(nodes.renewals.get()).isZero();
        lease.tick(() -> true);
        lease.tick(() -> true);
        assertThat(nodes.renewals.get()).isOne();
        assertThat(lease.renewalDue()).isFalse();
    }

    @Test
    void aLeaseIsNobodysConcernUntilItIsUsedAndAgainOnceItRanOut() {
        long node = lease.node();
        assertThat(lease.lapsed()).isTrue();
        ticker.advance(Duration.ofMillis(1));
        lease.renewed(node, ticker.nanos());
        assertThat(lease.lapsed()).isFalse();
        ticker.advance(LEASE.minusMillis(1));
        assertThat(lease.lapsed()).isFalse();
        ticker.advance(Duration.ofMillis(1));
        assertThat(lease.lapsed()).isTrue();
    }

    @Test
    void aNodeThatHasNotJoinedRenewsNothing() {
        ticker.advance(LEASE.multipliedBy(10));
        lease.tick(() -> true);
        lease.lost(0);
        assertThat(nodes.renewals.get()).isZero();
        assertThat(lost).isEmpty();
        assertThat(lease.trusted()).isFalse();
    }

    @Test
    void itStopsTrustingBeforeTheDatabaseWould() {
        lease.node();
        ticker.advance(LEASE.multipliedBy(9).dividedBy(10).minusMillis(1));
        assertThat(lease.trusted()).isTrue();
        ticker.advance(Duration.ofMillis(2));
        assertThat(lease.trusted()).isFalse();
    }

    @Test
    void itCountsFromBeforeItAsked() {
        lease.node();
        nodes.duringRenewal = () -> ticker.advance(Duration.ofSeconds(4));
        ticker.advance(LEASE.dividedBy(2));
        lease.tick(() -> true);
        assertThat(lease.trusted()).isTrue();
        ticker.advance(Duration.ofSeconds(5));
        assertThat(lease.trusted()).isFalse();
    }

    @Test
    void aTransientFailureIsRetriedAndNotTakenAsALoss() {
        long node = lease.node();
        nodes.duringRenewal = () -> {
            throw new IllegalStateException("away, says the test");
        };
        ticker.advance(LEASE.dividedBy(2));
        lease.tick(() -> true);
        lease.tick(() -> true);
        assertThat(lost).isEmpty();
        nodes.duringRenewal = () -> {};
        lease.tick(() -> true);
        assertThat(nodes.renewals.get()).isEqualTo(3);
        assertThat(lease.node()).isEqualTo(node);
        assertThat(lease.trusted()).isTrue();
    }

    @Test
    void aFailureThatLastsIsALossBeforeTheLeaseEnds() {
        long node = lease.node();
        nodes.duringRenewal = () -> {
            throw new IllegalStateException("away, says the test");
        };
        ticker.advance(LEASE.multipliedBy(91).dividedBy(100));
        lease.tick(() -> true);
        assertThat(lost).containsExactly(node);
    }

    @Test
    void aRenewalThatIsNeverAnsweredIsALossBeforeTheLeaseEnds() throws Exception {
        long node = lease.node();
        CountDownLatch underWay = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        nodes.duringRenewal = () -> {
            underWay.countDown();
            answer.await();
        };
        ticker.advance(LEASE.dividedBy(2));
        Thread renewing = new Thread(() -> lease.tick(() -> true));
        renewing.start();
        underWay.await();
        lease.watch();
        assertThat(lost).isEmpty();
        ticker.advance(LEASE.multipliedBy(41).dividedBy(100));
        lease.watch();
        assertThat(lost).containsExactly(node);
        answer.countDown();
        renewing.join();
        lease.watch();
        assertThat(lost).containsExactly(node);
        assertThat(lease.nodeIfJoined()).isZero();
    }

    @Test
    void aLossIsToldOnceAndTheNodeGoesOnUnderANewIdentity() throws Exception {
        long first = lease.node();
        nodes.takenOver = true;
        ticker.advance(LEASE.dividedBy(2));
        ExecutorService threads = Executors.newFixedThreadPool(4);
        for (int i = 0; i < 50; i++) {
            threads.execute(() -> lease.lost(first));
            threads.execute(() -> lease.renewed(first, ticker.nanos()));
        }
        threads.shutdown();
        assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        assertThat(lost).containsExactly(first);
        assertThat(lease.nodeIfJoined()).isZero();
        assertThat(lease.node()).isNotEqualTo(first);
        lease.lost(first);
        assertThat(lost).hasSize(1);
    }

    @Test
    void aNodeThatWasTakenOverLearnsItFromItsRenewal() {
        long node = lease.node();
        nodes.takenOver = true;
        ticker.advance(LEASE.dividedBy(2));
        lease.tick(() -> true);
        assertThat(lost).containsExactly(node);
    }

    @Test
    void leavingTwiceLeavesOnce() {
        lease.leave();
        lease.node();
        lease.leave();
        lease.leave();
        assertThat(nodes.left.get()).isOne();
        assertThat(lost).isEmpty();
    }

    @Test
    void aLeaseThatIsTooShortToKeepIsRefused() {
        assertThatThrownBy(() -> new NodeLease(nodes, "test", Duration.ofMillis(499), ticker))
                .hasMessageContaining("at least 500 ms: PT0.499S");
    }

    private static final class MemoryNodes implements NodeStore {

        interface Trouble {
            void during() throws InterruptedException;
        }

        final AtomicInteger joined = new AtomicInteger();
        final AtomicInteger renewals = new AtomicInteger();
        final AtomicInteger left = new AtomicInteger();
        volatile Trouble duringRenewal = () -> {};
        volatile boolean takenOver;

        @Override
        public long join(String name, Duration lease) {
            return joined.incrementAndGet();
        }

        @Override
        public boolean renew(long node, Duration lease) {
            renewals.incrementAndGet();
            try {
                duringRenewal.during();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return !takenOver;
        }

        @Override
        public void leave(long node) {
            left.incrementAndGet();
        }
    }
}
