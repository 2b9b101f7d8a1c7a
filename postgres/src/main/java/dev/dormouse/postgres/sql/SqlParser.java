package dev.dormouse.postgres.sql;

import dev.dormouse.postgres.sql.SqlScanner.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns text with named parameters into what JDBC takes: each {@code :name} becomes a {@code ?}, comments and spare
 * white space go. A slice of an array needs a space after its colon, {@code a[1 : n]}, or {@code n} is a parameter.
 */
final class SqlParser {
    private final StringBuilder out = new StringBuilder();
    private final Map<String, List<Integer>> positions = new LinkedHashMap<>();
    private int positionLast;

    private SqlParser() {}

    static Sql parse(String file, String text) {
        var parser = new SqlParser();
        var scanner = new SqlScanner(text);
        while (scanner.next()) {
            parser.accept(scanner.kind(), scanner.piece());
        }
        return Sql.of(file, parser.out.toString().strip(), parser.positions);
    }

    private void accept(Kind kind, String piece) {
        switch (kind) {
            case CODE -> code(piece);
            case COMMENT -> space(' ');
            case LITERAL, ESCAPE_LITERAL, IDENTIFIER, DOLLAR_QUOTE -> out.append(piece);
        }
    }

    private void code(String piece) {
        int at = 0;
        while (at < piece.length()) {
            at = accept(piece, at);
        }
    }

    private int accept(String piece, int at) {
        char c = piece.charAt(at);
        if (c == ':') {
            return colon(piece, at);
        }
        if (Character.isWhitespace(c)) {
            space(c);
        } else if (c == '?') {
            out.append("??"); // the driver's spelling of an operator such as jsonb's
        } else {
            out.append(c);
        }
        return at + 1;
    }

    private int colon(String piece, int at) {
        if (piece.startsWith("::", at)) {
            out.append("::");
            return at + 2;
        }
        int end = at + 1;
        if (end == piece.length() || !SqlScanner.isIdentifierStart(piece.charAt(end))) {
            out.append(':');
            return end;
        }
        while (end < piece.length() && SqlScanner.isIdentifierPart(piece.charAt(end))) {
            end++;
        }
        parameter(piece.substring(at + 1, end));
        return end;
    }

    private void parameter(String name) {
        positionLast++;
        positions.computeIfAbsent(name, absent -> new ArrayList<>()).add(positionLast);
        out.append('?');
    }

    /** One space for many, but a line break stays one: only across it do two literals join. */
    private void space(char c) {
        int last = out.length() - 1;
        boolean afterSpace = last >= 0 && Character.isWhitespace(out.charAt(last));
        if (!afterSpace) {
            out.append(c == '\n' ? '\n' : ' ');
        } else if (c == '\n') {
            out.setCharAt(last, '\n');
        }
    }
}
