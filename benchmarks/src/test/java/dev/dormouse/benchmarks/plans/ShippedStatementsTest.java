package dev.dormouse.benchmarks.plans;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShippedStatementsTest {

    @Test
    void aStatementIsFoundWhateverItsParametersAndSpaceLookLike() {
        ShippedStatements statements = new ShippedStatements();
        statements.add("Store/claim.sql", "-- why\nselect id::text\nfrom {schema}.job where id = :id");

        assertThat(statements.find("select id::text from \"dormouse\".job where id = $1"))
                .contains("Store/claim.sql");
        assertThat(statements.find("select 1")).isEmpty();
    }

    @Test
    void theStatementsOfDormouseAreThere() throws Exception {
        ShippedStatements statements = ShippedStatements.load();

        assertThat(statements.find("commit")).isPresent();
    }
}
