package dev.dormouse.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PgErrorsTest {

    @ParameterizedTest
    @ValueSource(strings = {"40P01", "40001", "0A000", "55P03", "08006", "08001", "57P01", "57P03", "53300"})
    void deadlocksLostConnectionsAndOutdatedPlansPass(String state) {
        assertThat(PgErrors.retryable(new SQLException("trouble", state))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"23505", "23503", "42P01", "42501", "22P02", "28P01"})
    void whatIsWrongStaysWrong(String state) {
        assertThat(PgErrors.retryable(new SQLException("wrong", state))).isFalse();
    }

    @Test
    void aPoolThatHasNothingToGivePasses() {
        assertThat(PgErrors.retryable(new SQLTransientConnectionException("request timed out")))
                .isTrue();
    }
}
