delete from {schema}.sleeper where queue = :queue and node = :node
