package dev.dormouse.embedded;

import dev.dormouse.embedded.EmbeddedPostgresException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The account PostgreSQL runs under, because it refuses to be root.
 *
 * <p>A user namespace is the best disguise: the process looks like {@code nobody} to itself, while its files still belong
 * to root. Where namespaces are switched off (some containers), the server really becomes {@code nobody}.
 *
 * @param prefix the words to put before a command
 * @param owner who must own the data
 */
record Account(List<String> prefix, String owner) {

    private static final String NOBODY = "nobody";
    private static final List<Account> DISGUISES = List.of(
            new Account(List.of("unshare", "-U"), "root"),
            new Account(List.of("setpriv", "--reuid", NOBODY, "--regid", "65534", "--clear-groups"), NOBODY),
            new Account(List.of("runuser", "-u", NOBODY, "--"), NOBODY),
            new Account(List.of("sudo", "-n", "-u", NOBODY, "--"), NOBODY));

    static Account choose() {
        if (!isRoot()) {
            return new Account(List.of(), System.getProperty("user.name", ""));
        }
        return DISGUISES.stream()
                .filter(disguise -> Command.run(disguise.prefix, "true").succeeded())
                .findFirst()
                .orElseThrow(() -> new EmbeddedPostgresException(
                        Reason.ROOT,
                        "PostgreSQL refuses to run as root, and neither unshare, setpriv, runuser nor sudo could take"
                                + " another account; run as an ordinary user or give the URL of a server."));
    }

    private static boolean isRoot() {
        return Command.run(List.of("id", "-u")).output().equals("0");
    }

    boolean isDirect() {
        return prefix.isEmpty();
    }

    /** True if files must be readable by an account that is not the user's own. */
    boolean isStranger() {
        return owner.equals(NOBODY);
    }

    /** Hands the folder to the account; only root needs to, and only root can. */
    void own(Path folder) throws IOException {
        if (!isDirect() && !owns(folder)) {
            Command.run(List.of("chown", "-R", owner, folder.toString()));
        }
    }

    /** A look at the top two levels, since a large cluster has many files. */
    private boolean owns(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder, 1)) {
            for (Path path : (Iterable<Path>) paths::iterator) {
                if (!Files.getOwner(path).getName().equals(owner)) {
                    return false;
                }
            }
        }
        return true;
    }

    boolean canWrite(Path folder) {
        return Command.run(prefix, "sh", "-c", "test -w \"$1\" && test -x \"$1\"", "sh", folder.toString())
                .succeeded();
    }
}
