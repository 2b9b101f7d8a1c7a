package dev.dormouse.server;

/** What the user is told when a command fails. */
record Failure(String sentence, int exitCode) {}
