package dev.dormouse.postgres.listen;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import java.util.UUID;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/**
 * Opens listener connections with the PostgreSQL driver, set up to notice a dead peer. What the URL or the properties
 * say wins over the defaults here.
 */
public final class DriverConnector implements ListenConnector {

    static final String APPLICATION_NAME = "dormouse-listener";

    private final String url;
    private final Properties properties;
    private final ConnectSockets sockets = new ConnectSockets();

    public DriverConnector(String url, Properties properties) {
        if (!new Driver().acceptsURL(url)) {
            throw new IllegalArgumentException(
                    "The listener's URL must look like jdbc:postgresql://host:port/database, but it is " + url);
        }
        this.url = url;
        this.properties = withDefaults(properties);
    }

    @Override
    public Connection connect() throws SQLException {
        String id = UUID.randomUUID().toString();
        Properties connecting = new Properties();
        connecting.putAll(properties);
        PGProperty.SOCKET_FACTORY_ARG.set(connecting, id);
        ListenSocketFactory.CONNECTING.put(id, sockets);
        try {
            Connection connection = new Driver().connect(url, connecting);
            if (connection == null) {
                throw new SQLException("The PostgreSQL driver does not accept the listener's URL");
            }
            return connection;
        } finally {
            ListenSocketFactory.CONNECTING.remove(id);
            sockets.forget();
        }
    }

    @Override
    public void abandon() {
        sockets.closeAll();
    }

    @Override
    public ListenConnector forOneListener() {
        return new DriverConnector(url, properties);
    }

    private static Properties withDefaults(Properties given) {
        Properties all = new Properties();
        PGProperty.APPLICATION_NAME.set(all, APPLICATION_NAME);
        PGProperty.TCP_KEEP_ALIVE.set(all, true);
        PGProperty.CONNECT_TIMEOUT.set(all, 5);
        // Bounds the handshake with a server that accepts and then says nothing.
        PGProperty.SOCKET_TIMEOUT.set(all, 5);
        if (driverSeesOurFactory()) {
            PGProperty.SOCKET_FACTORY.set(all, ListenSocketFactory.class.getName());
        }
        given.stringPropertyNames().forEach(name -> all.setProperty(name, given.getProperty(name)));
        return all;
    }

    /** A container may load the driver above the application; then the ping alone has to notice a dead peer. */
    private static boolean driverSeesOurFactory() {
        try {
            Class.forName(ListenSocketFactory.class.getName(), false, Driver.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException invisible) {
            return false;
        }
    }
}
