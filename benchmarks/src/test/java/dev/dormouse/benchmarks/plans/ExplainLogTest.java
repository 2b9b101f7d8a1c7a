package dev.dormouse.benchmarks.plans;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExplainLogTest {

    @Test
    void callsAreReadWithTheirTimesAndPlans() {
        String log = """
                @@LOG:  checkpoint starting: time
                @@LOG:  duration: 0.123 ms  plan:
                \tQuery Text: select id
                \tfrom job where id = $1
                \tLimit  (cost=0.15..8.17 rows=1 width=8) (actual time=0.01..0.01 rows=1.00 loops=1)
                \t  ->  Index Scan using job_pkey on job  (cost=0.15..8.17 rows=1 width=8)
                @@LOG:  duration: 4.5 ms  plan:
                \tQuery Text: insert into job default values
                \tInsert on job  (cost=0.00..0.01 rows=0 width=0)
                """;

        assertThat(ExplainLog.parse(log))
                .containsExactly(
                        new ExplainedCall(
                                "select id\n\tfrom job where id = $1",
                                0.123,
                                "Limit  (cost=0.15..8.17 rows=1 width=8) (actual time=0.01..0.01 rows=1.00 loops=1)\n"
                                        + "  ->  Index Scan using job_pkey on job  (cost=0.15..8.17 rows=1 width=8)"),
                        new ExplainedCall(
                                "insert into job default values",
                                4.5,
                                "Insert on job  (cost=0.00..0.01 rows=0 width=0)"));
    }
}
