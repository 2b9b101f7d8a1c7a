package dev.dormouse.benchmarks.systems;

/** Messages published beforehand and then delivered, of the systems that have such. */
public interface Outboxes {

    void install(Database database, Purpose purpose) throws Exception;

    /** Publishes one message at a time, as another program would. */
    Producer producer(Database database, int threads) throws Exception;

    /** Messages {@code firstId} to {@code firstId + count - 1}, by the quickest way that the system offers. */
    void publish(Database database, long firstId, int count, Keys keys) throws Exception;

    /** Delivers until closed; its producer publishes from the same process. */
    Worker relay(Database database, Purpose purpose, Handler handler) throws Exception;

    /** A query that returns a row as long as any message is not delivered. */
    String unfinishedQuery();

    /**
     * How keys are spread over messages.
     *
     * @param hotPercent so many of a hundred messages have one and the same key
     */
    record Keys(int count, int hotPercent) {

        String of(long id) {
            return id % 100 < hotPercent ? "hot" : "key-" + id % count;
        }
    }

    /** A system whose jobs are its messages, and which has no order to keep. */
    record OfJobs(SystemUnderTest system) implements Outboxes {

        @Override
        public void install(Database database, Purpose purpose) throws Exception {
            system.install(database, purpose);
        }

        @Override
        public Producer producer(Database database, int threads) throws Exception {
            return system.producer(new Setup(database, Purpose.LATENCY, threads));
        }

        @Override
        public void publish(Database database, long firstId, int count, Keys keys) throws Exception {
            try (Producer producer = system.producer(new Setup(database, Purpose.THROUGHPUT, 4))) {
                producer.enqueueAll(firstId, count);
            }
        }

        @Override
        public Worker relay(Database database, Purpose purpose, Handler handler) throws Exception {
            return system.worker(new Setup(database, purpose, system.bestSlots()), handler);
        }

        @Override
        public String unfinishedQuery() {
            return system.unfinishedQuery();
        }
    }
}
