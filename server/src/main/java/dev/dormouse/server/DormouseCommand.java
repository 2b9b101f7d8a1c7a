package dev.dormouse.server;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The top of the command line: what every command shares. */
@Command(
        name = "dormouse",
        description = "Durable work for Java on plain PostgreSQL.",
        synopsisSubcommandLabel = "<command>",
        versionProvider = VersionCommand.class,
        subcommands = {DemoCommand.class, MigrateCommand.class, BenchCommand.class, VersionCommand.class},
        footer = {
            "",
            "Without --url, an embedded PostgreSQL is used that keeps its data in .dormouse below the current folder.",
            "'dormouse <command> --help' tells more about a command."
        })
final class DormouseCommand {

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help.")
    boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version.")
    boolean version;

    @Option(names = "--verbose", scope = ScopeType.INHERIT, description = "Show logs, and where a failure came from.")
    boolean verbose;
}
