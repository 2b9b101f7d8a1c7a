package dev.dormouse.postgres.sql;

import java.util.Locale;

/**
 * Walks over SQL text and tells its code from what only looks like code: literals, quoted identifiers, dollar quotes
 * and comments, by the rules of PostgreSQL with {@code standard_conforming_strings} on.
 */
final class SqlScanner {
    /** What a stretch of the text is. */
    enum Kind {
        CODE,
        LITERAL,
        ESCAPE_LITERAL,
        IDENTIFIER,
        DOLLAR_QUOTE,
        COMMENT
    }

    private final String text;
    private int start;
    private int end;
    private Kind kind = Kind.CODE;

    SqlScanner(String text) {
        this.text = text;
    }

    /** Moves to the next stretch; false at the end of the text. */
    boolean next() {
        start = end;
        if (start == text.length()) {
            return false;
        }
        kind = kindAt(start);
        end = endOf(kind);
        return true;
    }

    Kind kind() {
        return kind;
    }

    String piece() {
        return text.substring(start, end);
    }

    static boolean isIdentifierStart(char c) {
        return Character.isLetter(c) || c == '_';
    }

    static boolean isIdentifierPart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '$';
    }

    /** The tag that opens a dollar quote at {@code at}, with both dollars, or an empty string if none does. */
    static String dollarTag(String text, int at) {
        if (text.charAt(at) != '$' || (at > 0 && isIdentifierPart(text.charAt(at - 1)))) {
            return "";
        }
        int close = text.indexOf('$', at + 1);
        if (close < 0) {
            return "";
        }
        String name = text.substring(at + 1, close);
        boolean isTag = name.isEmpty()
                || (isIdentifierStart(name.charAt(0)) && name.chars().allMatch(c -> isIdentifierPart((char) c)));
        return isTag ? text.substring(at, close + 1) : "";
    }

    private Kind kindAt(int at) {
        return switch (text.charAt(at)) {
            case '\'' -> isEscapePrefix(at) ? Kind.ESCAPE_LITERAL : Kind.LITERAL;
            case '"' -> Kind.IDENTIFIER;
            case '-' -> text.startsWith("--", at) ? Kind.COMMENT : Kind.CODE;
            case '/' -> text.startsWith("/*", at) ? Kind.COMMENT : Kind.CODE;
            case '$' -> dollarTag(text, at).isEmpty() ? Kind.CODE : Kind.DOLLAR_QUOTE;
            default -> Kind.CODE;
        };
    }

    /** True where the quote at {@code at} belongs to {@code E'…'}, in which a backslash escapes. */
    private boolean isEscapePrefix(int at) {
        boolean prefixed = at > 0 && (text.charAt(at - 1) == 'E' || text.charAt(at - 1) == 'e');
        return prefixed && (at == 1 || !isIdentifierPart(text.charAt(at - 2)));
    }

    private int endOf(Kind of) {
        return switch (of) {
            case CODE -> endOfCode();
            case LITERAL -> endOfQuoted('\'', false);
            case ESCAPE_LITERAL -> endOfQuoted('\'', true);
            case IDENTIFIER -> endOfQuoted('"', false);
            case DOLLAR_QUOTE -> endOfDollarQuote();
            case COMMENT -> text.charAt(start) == '-' ? endOfLine() : endOfBlockComment();
        };
    }

    private int endOfCode() {
        int at = start + 1;
        while (at < text.length() && kindAt(at) == Kind.CODE) {
            at++;
        }
        return at;
    }

    private int endOfQuoted(char quote, boolean backslashEscapes) {
        for (int at = start + 1; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '\\' && backslashEscapes) {
                at++;
            } else if (c == quote) {
                boolean doubled = at + 1 < text.length() && text.charAt(at + 1) == quote;
                if (!doubled) {
                    return at + 1;
                }
                at++;
            }
        }
        throw unterminated();
    }

    private int endOfDollarQuote() {
        String tag = dollarTag(text, start);
        int close = text.indexOf(tag, start + tag.length());
        if (close < 0) {
            throw unterminated();
        }
        return close + tag.length();
    }

    private int endOfLine() {
        int newline = text.indexOf('\n', start);
        return newline < 0 ? text.length() : newline;
    }

    /** PostgreSQL nests these comments, unlike C. */
    private int endOfBlockComment() {
        int depth = 0;
        for (int at = start; at + 1 < text.length(); at++) {
            if (text.startsWith("/*", at)) {
                depth++;
                at++;
            } else if (text.startsWith("*/", at)) {
                depth--;
                at++;
                if (depth == 0) {
                    return at + 1;
                }
            }
        }
        throw unterminated();
    }

    private IllegalArgumentException unterminated() {
        long line = text.substring(0, start).chars().filter(c -> c == '\n').count() + 1;
        return new IllegalArgumentException("The " + kind.name().toLowerCase(Locale.ROOT) + " that starts in line "
                + line + " is never closed; close it.");
    }
}
