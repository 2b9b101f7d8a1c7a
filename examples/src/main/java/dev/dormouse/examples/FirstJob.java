package dev.dormouse.examples;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.Dormouse;
import dev.dormouse.jobs.JobKind;
import dev.dormouse.postgres.Postgres;

/** The README's first job: a program that puts a job in and does it. */
final class FirstJob {

    record Greet(String name) {}

    public static void main(String[] args) {
        var config = new HikariConfig();
        config.setJdbcUrl(args[0]);
        var greet = JobKind.of("greet", Greet.class);
        var dormouse = Dormouse.on(Postgres.at(new HikariDataSource(config)))
                .handle(greet, (job, who) -> System.out.println("Hello, " + who.name()))
                .start();
        dormouse.jobs().enqueue(greet, new Greet("world"));
        dormouse.runUntilShutdown();
    }
}
