package dev.dormouse.sink.redis;

import java.net.URI;
import java.time.Duration;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.RedisClient;

/** Clients that belong to a sink. They connect when they are first used. */
final class Clients {

    private static final Duration WAIT_MAX = Duration.ofSeconds(5);

    private Clients() {}

    static RedisClient at(String url) {
        // The pool would wait for a free connection for ever.
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxWait(WAIT_MAX);
        URI server = parsed(url);
        return RedisClient.builder()
                .hostAndPort(server.getHost(), server.getPort() < 0 ? Protocol.DEFAULT_PORT : server.getPort())
                .clientConfig(DefaultJedisClientConfig.builder(server).build())
                .poolConfig(pool)
                .build();
    }

    private static URI parsed(String url) {
        try {
            URI parsed = URI.create(url);
            if (("redis".equals(parsed.getScheme()) || "rediss".equals(parsed.getScheme()))
                    && parsed.getHost() != null) {
                return parsed;
            }
        } catch (IllegalArgumentException e) {
            // Said below, without the URL: it may hold a password.
        }
        throw new IllegalArgumentException("The URL of Redis has to look like redis://host:6379 or rediss://host:6379");
    }
}
