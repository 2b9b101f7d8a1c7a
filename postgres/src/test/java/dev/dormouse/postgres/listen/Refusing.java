package dev.dormouse.postgres.listen;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import javax.sql.DataSource;

/** Connections and data sources that fail on demand. */
public final class Refusing {

    private Refusing() {}

    /** A connection that refuses every statement with this SQL state. */
    static Connection statements(Connection connection, String sqlState) {
        return intercept(Connection.class, connection, "createStatement", () -> {
            throw new SQLException("cannot execute LISTEN during recovery", sqlState);
        });
    }

    /** A data source that has no connection while the flag is set. */
    static DataSource whileSet(AtomicBoolean broken, DataSource dataSource) {
        return beforeConnection(dataSource, () -> {
            if (broken.get()) {
                throw new SQLException("no connection, says the test", "08001");
            }
            return null;
        });
    }

    /** A data source that does something first whenever a connection is asked for. */
    static DataSource beforeConnection(DataSource dataSource, Callable<?> first) {
        return intercept(DataSource.class, dataSource, "getConnection", first);
    }

    /** A data source whose connections refuse to prepare some statements. */
    public static DataSource sql(DataSource dataSource, Predicate<String> refused) {
        return substitute(dataSource, () -> {
            Connection connection = dataSource.getConnection();
            return proxy(Connection.class, (method, arguments) -> {
                if (method.getName().equals("prepareStatement") && refused.test((String) arguments[0])) {
                    throw new SQLException("not this one, says the test", "42501");
                }
                return invoke(connection, method, arguments);
            });
        });
    }

    /** A data source that gets its connections elsewhere. */
    static DataSource substitute(DataSource dataSource, Callable<Connection> connections) {
        return proxy(
                DataSource.class,
                (method, arguments) -> method.getName().equals("getConnection")
                        ? connections.call()
                        : invoke(dataSource, method, arguments));
    }

    private static <T> T intercept(Class<T> type, T target, String name, Callable<?> first) {
        return proxy(type, (method, arguments) -> {
            if (method.getName().equals(name)) {
                first.call();
            }
            return invoke(target, method, arguments);
        });
    }

    private static <T> T proxy(Class<T> type, Handler handler) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> handler.handle(method, arguments)));
    }

    private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private interface Handler {
        Object handle(Method method, Object[] arguments) throws Throwable;
    }
}
