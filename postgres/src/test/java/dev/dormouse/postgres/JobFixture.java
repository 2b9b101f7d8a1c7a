package dev.dormouse.postgres;

import dev.dormouse.Dormouse;
import dev.dormouse.DormouseBuilder;
import dev.dormouse.jobs.ClaimRequest;
import dev.dormouse.jobs.JobAdmin;
import dev.dormouse.jobs.JobInfo;
import dev.dormouse.jobs.JobKind;
import dev.dormouse.jobs.JobState;
import dev.dormouse.jobs.Jobs;
import dev.dormouse.jobs.RetryPolicy;
import dev.dormouse.testkit.TestSchema;
import dev.dormouse.wake.WakeSettings;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** A migrated schema with a pool and a node that only puts jobs in; what a test of jobs begins with. */
final class JobFixture extends SchemaFixture {

    record Nut(String name) {}

    static final JobKind<Nut> NUT = JobKind.of("nut", Nut.class)
            .withRetry(RetryPolicy.fixed(Duration.ZERO))
            .withAttemptsMax(2);

    final Dormouse producer;
    final Jobs jobs;
    final JobAdmin admin;

    JobFixture() {
        this(WakeSettings.defaults());
    }

    JobFixture(WakeSettings wake) {
        this(TestSchema.create(), wake);
    }

    JobFixture(TestSchema schema, WakeSettings wake) {
        super(schema, 12);
        this.producer = start(node().wake(wake));
        this.jobs = producer.jobs();
        this.admin = producer.jobAdmin();
    }

    DormouseBuilder node() {
        return Dormouse.on(postgres());
    }

    /** A node that claims jobs and then is never heard of again. */
    long dieHolding(int max, Duration lease, JobKind<?> kind) {
        Postgres postgres = postgres();
        long node = postgres.nodes().join("dies", lease);
        postgres.jobs()
                .exchange(new ClaimRequest(node, kind.queue(), List.of(kind.name()), max, lease, true), List.of());
        return node;
    }

    void awaitCount(int count, String table) {
        until(() -> count(table) == count);
    }

    long enqueue(String name) {
        return jobs.enqueue(NUT, new Nut(name)).id();
    }

    /** A job that is parked, with the error on record, though no node ever ran it. */
    long park(String name) throws SQLException {
        long id = enqueue(name);
        park(id);
        return id;
    }

    void park(long id) throws SQLException {
        execute("delete from {schema}.job_ready where id = " + id);
        execute("insert into {schema}.job_parked (id, attempt) values (" + id + ", 2)");
        execute("insert into {schema}.job_error (job_id, attempt, node, error) values (" + id + ", 2, 1, 'cracked')");
    }

    JobInfo info(long id) {
        return admin.find(id).orElseThrow();
    }

    void awaitState(long id, JobState state) {
        until(() -> admin.find(id).map(JobInfo::state).orElse(null) == state);
    }
}
