package dev.dormouse.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.postgres.LaneMarks.Read;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class LaneMarksTest {

    private final LaneMarks marks = new LaneMarks();

    @Test
    void aMarkMovesWhenAllTransactionsOfItsTimeHaveEnded() {
        marks.advance(new Read(Map.of(1, 10L), 90, 100));
        assertThat(from()).isZero();
        marks.advance(new Read(Map.of(1, 20L), 99, 110));
        assertThat(from()).isZero();
        marks.advance(new Read(Map.of(1, 30L), 100, 120));
        assertThat(from()).isEqualTo(11);
        marks.advance(new Read(Map.of(1, 40L), 120, 130));
        assertThat(from()).isEqualTo(31);
    }

    @Test
    void aReadThatDidNotGetSoFarMovesNothing() {
        marks.advance(new Read(Map.of(1, 10L), 100, 100));
        marks.advance(new Read(Map.of(1, 9L), 200, 200));
        assertThat(from()).isZero();
        marks.advance(new Read(Map.of(2, 50L), 200, 200));
        assertThat(marks.inUse()).isFalse();
    }

    @Test
    void whatIsForgottenIsReadFromTheBeginning() {
        marks.advance(new Read(Map.of(1, 10L, 2, 10L), 100, 100));
        marks.advance(new Read(Map.of(1, 20L, 2, 20L), 100, 100));
        assertThat(marks.inUse()).isTrue();
        marks.forget(List.of(1));
        assertThat(marks.lanes()).containsExactly(2);
        marks.clear();
        assertThat(marks.lanes()).isEmpty();
        assertThat(marks.inUse()).isFalse();
    }

    private long from() {
        assertThat(marks.lanes()).containsExactly(1);
        return marks.marks()[0];
    }
}
