package dev.dormouse.server;

import java.util.List;

/** Where the launcher script begins. */
public final class Main {

    private Main() {}

    public static void main(String[] arguments) {
        if (List.of(arguments).contains("--verbose")) {
            // Before the first logger exists, since they read it only once.
            System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "info");
            System.setProperty("org.slf4j.simpleLogger.log.com.zaxxer.hikari", "info");
        }
        System.exit(Cli.create().execute(arguments));
    }
}
