package dev.dormouse.benchmarks.plans;

/** One call of a statement as the server saw it. */
record ExplainedCall(String query, double millis, String plan) {}
