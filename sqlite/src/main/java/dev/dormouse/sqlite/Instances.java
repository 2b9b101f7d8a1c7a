package dev.dormouse.sqlite;

import dev.dormouse.provider.CustomStatus;
import dev.dormouse.provider.ExecutionStatus;
import dev.dormouse.provider.InstanceStatus;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** How instances are doing. */
final class Instances {

    private Instances() {}

    static Optional<InstanceStatus> findStatus(Tx tx, String instance) throws SQLException {
        return tx.first("""
                select instance, name, version, execution_id, status, output, custom_status, custom_status_version
                from instance where instance = ?1 and name is not null
                """, Instances::status, instance);
    }

    private static InstanceStatus status(ResultSet row) throws SQLException {
        return new InstanceStatus(
                row.getString(1),
                row.getString(2),
                row.getString(3),
                row.getLong(4),
                ExecutionStatus.valueOf(row.getString(5)),
                row.getString(6),
                new CustomStatus(row.getString(7), row.getLong(8)));
    }

    static Optional<CustomStatus> findCustomStatus(Tx tx, String instance, long lastSeenVersion) throws SQLException {
        return tx.first("""
                select custom_status, custom_status_version from instance
                where instance = ?1 and custom_status_version > ?2
                """, row -> new CustomStatus(row.getString(1), row.getLong(2)), instance, lastSeenVersion);
    }
}
