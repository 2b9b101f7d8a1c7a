package dev.dormouse.postgres;

import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.postgres.listen.DriverConnector;
import dev.dormouse.postgres.listen.ListenConnector;
import java.util.Properties;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.common.BaseDataSource;

/** Finds out how to connect the listener directly, from the data source that the application gave. */
final class DirectConnections {

    private DirectConnections() {}

    static ListenConnector of(DataSource dataSource) {
        if (dataSource instanceof BaseDataSource plain) {
            return connector(plain.getUrl(), plain.getUser(), plain.getPassword());
        }
        if (isHikari(dataSource)) {
            return Hikari.connector(dataSource);
        }
        throw new IllegalArgumentException("The listener needs a connection of its own, and "
                + dataSource.getClass().getName()
                + " does not tell how to make one: pass a DriverConnector with the database's URL as well");
    }

    private static boolean isHikari(DataSource dataSource) {
        for (Class<?> type = dataSource.getClass(); type != null; type = type.getSuperclass()) {
            if (type.getName().equals("com.zaxxer.hikari.HikariDataSource")) {
                return true;
            }
        }
        return false;
    }

    private static ListenConnector connector(String url, @Nullable String user, @Nullable String password) {
        Properties properties = new Properties();
        if (user != null) {
            properties.setProperty("user", user);
        }
        if (password != null) {
            properties.setProperty("password", password);
        }
        return new DriverConnector(url, properties);
    }

    /** Apart, so that nothing of the pool is loaded where it is not used. */
    private static final class Hikari {

        static ListenConnector connector(DataSource dataSource) {
            HikariDataSource pool = (HikariDataSource) dataSource;
            DataSource inner = pool.getDataSource();
            if (inner != null) {
                return of(inner);
            }
            return DirectConnections.connector(pool.getJdbcUrl(), pool.getUsername(), pool.getPassword());
        }
    }
}
