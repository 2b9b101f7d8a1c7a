package dev.dormouse.postgres.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dormouse.postgres.migrate.SchemaHistory.Entry;
import dev.dormouse.postgres.sql.SchemaName;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MigrationPlanTest {
    private static final Migration ONE = Migration.of("V001__one.sql", "select 1;");
    private static final Migration TWO = Migration.of("V002__two.sql", "select 2;");

    private final MigrationPlan plan = new MigrationPlan(SchemaName.of("burrow"), List.of(ONE, TWO));

    @Test
    void whatWasNotAppliedIsPending() {
        assertThat(plan.pending(List.of())).containsExactly(ONE, TWO);
        assertThat(plan.pending(List.of(entry(ONE)))).containsExactly(TWO);
        assertThat(plan.pending(List.of(entry(ONE), entry(TWO)))).isEmpty();
    }

    @Test
    void aChangedFileIsRefusedWithBothChecksums() {
        assertThatThrownBy(() -> plan.pending(List.of(new Entry(1, "one", "abc"))))
                .isInstanceOf(MigrationException.class)
                .hasMessageContaining("V001__one.sql")
                .hasMessageContaining("\"burrow\"")
                .hasMessageContaining("abc")
                .hasMessageContaining(ONE.checksum());
    }

    @Test
    void aNewerSchemaIsRefused() {
        assertThatThrownBy(() -> plan.pending(List.of(entry(ONE), entry(TWO), new Entry(3, "three", "abc"))))
                .isInstanceOf(MigrationException.class)
                .hasMessageContaining("version 3 (V003__three.sql)")
                .hasMessageContaining("knows only 2");
    }

    @Test
    void aGapInTheHistoryIsRefused() {
        assertThatThrownBy(() -> plan.pending(List.of(entry(TWO))))
                .isInstanceOf(MigrationException.class)
                .hasMessageContaining("V002__two.sql where V001__one.sql is expected");
    }

    @Test
    void anOldServerIsRefused() {
        assertThatThrownBy(() -> MigrationPlan.requireServer(13, "13.22"))
                .isInstanceOf(MigrationException.class)
                .hasMessageContaining("PostgreSQL 13.22")
                .hasMessageContaining("14 or newer");
        assertThatCode(() -> MigrationPlan.requireServer(14, "14.0")).doesNotThrowAnyException();
    }

    private static Entry entry(Migration migration) {
        return new Entry(migration.version(), migration.name(), migration.checksum());
    }
}
