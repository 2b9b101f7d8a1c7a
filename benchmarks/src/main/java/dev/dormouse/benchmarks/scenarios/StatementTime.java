package dev.dormouse.benchmarks.scenarios;

/** What the server has spent on a statement. */
record StatementTime(long calls, double millis, long rows) {

    StatementTime minus(StatementTime before) {
        return new StatementTime(calls - before.calls, millis - before.millis, rows - before.rows);
    }

    double millisPerCall() {
        return millis / calls;
    }
}
