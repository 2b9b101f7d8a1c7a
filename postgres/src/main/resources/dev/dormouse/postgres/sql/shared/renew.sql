update {schema}.node set lease_until = clock_timestamp() + :lease * interval '1 millisecond' where id = :node
