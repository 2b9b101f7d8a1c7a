package dev.dormouse.examples.orchestrations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.Dormouse;
import dev.dormouse.DormouseBuilder;
import dev.dormouse.orchestration.OrchestrationFailedException;
import dev.dormouse.orchestration.Orchestrations;
import dev.dormouse.postgres.Postgres;
import dev.dormouse.testkit.TestSchema;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The examples do what they say. */
class OrchestrationExamplesIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final TestSchema schema = TestSchema.create();
    private final HikariDataSource pool = pool();
    private Dormouse node = Dormouse.on(Postgres.at(pool, schema.name())).build();

    @AfterEach
    void close() {
        node.close();
        pool.close();
        schema.close();
    }

    @Test
    void helloRunsTwoActivities() throws Exception {
        var orchestrations = start(Hello::register);
        orchestrations.start(Hello.HELLO, "hello-1", "Erika");
        assertThat(orchestrations.awaitCompletion(Hello.HELLO, "hello-1", PATIENCE))
                .isEqualTo("Hallo, Erika!");
    }

    @Test
    void fanOutCountsEveryPage() throws Exception {
        var orchestrations = start(FanOut::register);
        var book = new FanOut.Book(List.of("once upon a time", "there was", "a dormouse"));
        orchestrations.start(FanOut.COUNT_WORDS, "book", book);
        assertThat(orchestrations.awaitCompletion(FanOut.COUNT_WORDS, "book", PATIENCE))
                .isEqualTo(8);
    }

    @Test
    void approvalTakesTheAnswer() throws Exception {
        var orchestrations = start(Approval::register);
        orchestrations.start(Approval.APPROVAL, "lunch", new Approval.Expense("lunch", 12, Duration.ofDays(3)));
        assertThat(orchestrations.awaitStatusChange("lunch", 0, PATIENCE)).isPresent();
        orchestrations.raiseEvent("lunch", Approval.DECISION, new Approval.Decision(true, "the boss"));
        assertThat(orchestrations.awaitCompletion(Approval.APPROVAL, "lunch", PATIENCE))
                .isEqualTo("approved by the boss");
    }

    @Test
    void approvalDoesNotWaitForEver() throws Exception {
        var orchestrations = start(Approval::register);
        orchestrations.start(
                Approval.APPROVAL, "yacht", new Approval.Expense("yacht", 1_000_000, Duration.ofMillis(100)));
        assertThat(orchestrations.awaitCompletion(Approval.APPROVAL, "yacht", PATIENCE))
                .isEqualTo("nobody answered");
    }

    @Test
    void sagaBooksEverything() throws Exception {
        var orchestrations = start(Saga::register);
        orchestrations.start(Saga.TRIP, "rome", new Saga.Trip("Erika", ""));
        assertThat(orchestrations.awaitCompletion(Saga.TRIP, "rome", PATIENCE))
                .isEqualTo("car booked, hotel booked, flight booked");
    }

    @Test
    void sagaUndoesWhatWasBooked() {
        var orchestrations = start(Saga::register);
        orchestrations.start(Saga.TRIP, "rome", new Saga.Trip("Erika", "car"));
        assertThatThrownBy(() -> orchestrations.awaitCompletion(Saga.TRIP, "rome", PATIENCE))
                .isInstanceOf(OrchestrationFailedException.class)
                .hasMessageContaining("car that is sold out");
        assertThat(orchestrations.admin().history("rome").toString())
                .contains("cancel-booking", "hotel booked", "flight booked");
    }

    @Test
    void monitorGoesOnInNewExecutions() throws Exception {
        var orchestrations = start(Monitor::register);
        orchestrations.start(Monitor.MONITOR, "site", new Monitor.Watch("example.org", 1, 5, Duration.ofMillis(10)));
        assertThat(orchestrations.awaitCompletion(Monitor.MONITOR, "site", PATIENCE))
                .isEqualTo("example.org was looked at 5 times");
        assertThat(orchestrations.admin().executions("site")).hasSize(5);
        assertThat(orchestrations.value("site", "last-seen-up", Boolean.class)).contains(true);
    }

    @Test
    void accountLosesNoChange() throws Exception {
        var orchestrations = start(Account::register);
        orchestrations.start(Account.ACCOUNT, "erika", 100);
        for (int i = 1; i <= 25; i++) {
            orchestrations.enqueueEvent("erika", Account.CHANGES, new Account.Change(i, false));
        }
        orchestrations.enqueueEvent("erika", Account.CHANGES, new Account.Change(0, true));
        assertThat(orchestrations.awaitCompletion(Account.ACCOUNT, "erika", PATIENCE))
                .isEqualTo(100 + 25 * 26 / 2);
    }

    private Orchestrations start(UnaryOperator<DormouseBuilder> register) {
        node = register.apply(Dormouse.on(Postgres.at(pool, schema.name()))).start();
        return node.orchestrations();
    }

    private HikariDataSource pool() {
        var pool = new HikariDataSource();
        pool.setJdbcUrl(schema.url());
        pool.setMaximumPoolSize(6);
        return pool;
    }
}
