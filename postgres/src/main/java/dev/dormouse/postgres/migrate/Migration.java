package dev.dormouse.postgres.migrate;

import dev.dormouse.postgres.sql.SchemaName;
import dev.dormouse.postgres.sql.SqlTemplate;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One numbered file; its text still has the placeholders, so that its checksum is the same in every schema. */
record Migration(int version, String file, String template, String checksum) {
    private static final Pattern FILE = Pattern.compile("V(\\d{3})__([a-z0-9_]+)\\.sql");

    /** The row is written by the same text that print() shows, so that a printed run is recorded as well. */
    private static final String RECORD = """

            insert into {schema}.migration (version, name, checksum) values (%d, '%s', '%s');
            """;

    static Migration of(String file, String text) {
        String template = text.replace("\r\n", "\n");
        return new Migration(Integer.parseInt(match(file).group(1)), file, template, checksum(template));
    }

    String name() {
        return match(file).group(2);
    }

    /** SHA-256 of the text, whatever its line endings were. */
    private static String checksum(String template) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(template.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("This Java has no SHA-256, which every Java must have.", e);
        }
    }

    /** All that is to be executed, the row in the history included. */
    String sql(SchemaName schema) {
        return SqlTemplate.fill(
                template.stripTrailing() + "\n" + RECORD.formatted(version, name(), checksum()), schema);
    }

    private static Matcher match(String file) {
        Matcher matcher = FILE.matcher(file);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("The migration file " + file + " is not named like V001__base.sql.");
        }
        return matcher;
    }
}
