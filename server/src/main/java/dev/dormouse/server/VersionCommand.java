package dev.dormouse.server;

import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code dormouse version}: what runs, and on which Java. */
@Command(name = "version", description = "Show the version of Dormouse and of Java.")
final class VersionCommand implements Runnable, IVersionProvider {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        for (String line : getVersion()) {
            spec.commandLine().getOut().println(line);
        }
    }

    @Override
    public String[] getVersion() {
        String version = VersionCommand.class.getPackage().getImplementationVersion();
        return new String[] {
            // Classes that are not in a jar have no manifest.
            "Dormouse " + (version == null ? "(not packaged)" : version),
            "Java " + Runtime.version() + " in " + System.getProperty("java.home")
        };
    }
}
