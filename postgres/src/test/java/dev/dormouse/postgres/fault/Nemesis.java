package dev.dormouse.postgres.fault;

import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Does the faults, in an order that the seed gives, each after so many more jobs were done; records what it did. */
final class Nemesis implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Cluster cluster;
    private final Random random;
    private final List<Fault> faults = new CopyOnWriteArrayList<>();
    private final List<Future<?>> resumptions = new ArrayList<>();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

    Nemesis(Cluster cluster, long seed) {
        this.cluster = cluster;
        this.random = new Random(seed);
    }

    List<Fault> faults() {
        return faults;
    }

    /** Does all of the plan, spread evenly over the first nine tenths of so many jobs. */
    void run(FaultPlan plan, long jobs) throws Exception {
        List<Fault.Kind> kinds = new ArrayList<>(plan.kinds());
        Collections.shuffle(kinds, random);
        long apart = jobs * 9 / 10 / (kinds.size() + 1);
        for (Fault.Kind kind : kinds) {
            long enough = (faults.size() + 1) * apart;
            patiently("job " + enough, () -> cluster.executions() >= enough);
            strike(kind);
        }
        for (Future<?> resumption : resumptions) {
            resumption.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private void strike(Fault.Kind kind) throws Exception {
        switch (kind) {
            case KILL -> kill();
            case SUSPEND -> suspend();
            case CUT_LISTENER -> patiently("a listener to cut off", this::cutListener);
            case CRASH_SERVER -> crash();
            case STALL -> throw new IllegalArgumentException("stalls come by themselves");
        }
    }

    private void kill() throws Exception {
        Worker victim = victim();
        long from = System.currentTimeMillis();
        victim.kill();
        faults.add(new Fault(Fault.Kind.KILL, victim.name(), from, System.currentTimeMillis()));
        int dot = victim.name().indexOf('.');
        int life = Integer.parseInt(victim.name().substring(dot + 1)) + 1;
        Worker unused = cluster.addWorker(victim.name().substring(0, dot + 1) + life);
    }

    /** For longer than the lease, so that others take over; meanwhile other faults go on. */
    private void suspend() throws Exception {
        Worker victim = victim();
        long from = System.currentTimeMillis();
        victim.suspend();
        int index = faults.size();
        faults.add(new Fault(Fault.Kind.SUSPEND, victim.name(), from, Long.MAX_VALUE));
        long millis = (long) (cluster.lease.toMillis() * (1.4 + random.nextDouble() * 0.6));
        Callable<Void> resume = () -> {
            victim.resume();
            faults.set(index, new Fault(Fault.Kind.SUSPEND, victim.name(), from, System.currentTimeMillis()));
            return null;
        };
        resumptions.add(timer.schedule(resume, millis, TimeUnit.MILLISECONDS));
    }

    private boolean cutListener() throws SQLException {
        long from = System.currentTimeMillis();
        try (Connection connection = cluster.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "select pg_terminate_backend(pid) from (select pid from"
                                + " pg_stat_activity where application_name = 'dormouse-listener' order by random() limit 1) x")) {
            if (!rows.next() || !rows.getBoolean(1)) {
                return false;
            }
        }
        faults.add(new Fault(Fault.Kind.CUT_LISTENER, "", from, System.currentTimeMillis()));
        return true;
    }

    private void crash() {
        long from = System.currentTimeMillis();
        cluster.server.crash();
        cluster.server.restart();
        faults.add(new Fault(Fault.Kind.CRASH_SERVER, "", from, System.currentTimeMillis()));
    }

    /** A worker that is at work, while at least one other is. */
    private Worker victim() throws Exception {
        List<Worker> found = new ArrayList<>();
        patiently("a worker at work", () -> {
            found.clear();
            for (Worker worker : cluster.alive()) {
                Optional<WorkerState> state = worker.suspended ? Optional.empty() : worker.state();
                if (worker.entries() > 0 && state.isPresent() && state.get().number("free") < Cluster.SLOTS) {
                    found.add(worker);
                }
            }
            return found.size() > 1;
        });
        return found.get(random.nextInt(found.size()));
    }

    private static void patiently(String what, Callable<Boolean> condition) {
        await(what)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(20))
                .atMost(PATIENCE)
                .until(condition);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
