package dev.dormouse.postgres.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * One ready statement, or several that travel together: its text for JDBC and the positions of its named parameters.
 * Immutable, made once and shared by all threads.
 */
public final class Sql {
    private final String file;
    private final String text;
    private final Map<String, Parameter> parameters;

    private Sql(String file, String text, Map<String, Parameter> parameters) {
        this.file = file;
        this.text = text;
        this.parameters = parameters;
    }

    static Sql of(String file, String text, Map<String, List<Integer>> positions) {
        var byName = new HashMap<String, Parameter>();
        positions.forEach((name, at) -> byName.put(
                name,
                new Parameter(
                        name,
                        byName.size(),
                        at.stream().mapToInt(Integer::intValue).toArray())));
        return new Sql(file, text, Map.copyOf(byName));
    }

    /** The same with another text, which has its parameters in the same places. */
    Sql withText(String other) {
        return new Sql(file, other, parameters);
    }

    /** Several that travel together: they run in this order and commit together. */
    static Sql together(List<Sql> statements) {
        var positions = new LinkedHashMap<String, List<Integer>>();
        int before = 0;
        for (Sql statement : statements) {
            int count = 0;
            for (Parameter parameter : statement.parameters.values()) {
                List<Integer> all = positions.computeIfAbsent(parameter.name, absent -> new ArrayList<>());
                for (int position : parameter.positions) {
                    all.add(before + position);
                    count++;
                }
            }
            before += count;
        }
        return of(
                statements.stream().map(Sql::toString).collect(Collectors.joining("+")),
                statements.stream().map(Sql::text).collect(Collectors.joining(";\n")),
                positions);
    }

    /** What is sent: question marks for parameters, no comments. */
    public String text() {
        return text;
    }

    /** The names of the parameters, in alphabetical order. */
    public Set<String> parameterNames() {
        return new TreeSet<>(parameters.keySet());
    }

    /** Starts a call on this connection; close it after its rows were read. */
    public SqlCall prepare(Connection connection) throws SQLException {
        return new SqlCall(this, connection);
    }

    Parameter parameter(String name) {
        Parameter parameter = parameters.get(name);
        if (parameter == null) {
            throw new IllegalArgumentException(
                    "There is no parameter :" + name + " in " + file + ", which has " + parameterNames() + ".");
        }
        return parameter;
    }

    int parameterCount() {
        return parameters.size();
    }

    IllegalStateException unset(boolean[] set) {
        var missing = new TreeSet<String>();
        parameters.forEach((name, parameter) -> {
            if (!set[parameter.ordinal]) {
                missing.add(":" + name);
            }
        });
        return new IllegalStateException(
                "No value was set for " + missing + " of " + file + "; set it before the call.");
    }

    @Override
    public String toString() {
        return file;
    }

    boolean has(String name) {
        return parameters.containsKey(name);
    }

    /** A name and the positions of its question marks. A class and not a record: records copy arrays or leak them. */
    static final class Parameter {
        final String name;
        final int ordinal;
        final int[] positions;

        Parameter(String name, int ordinal, int[] positions) {
            this.name = name;
            this.ordinal = ordinal;
            this.positions = positions;
        }
    }
}
