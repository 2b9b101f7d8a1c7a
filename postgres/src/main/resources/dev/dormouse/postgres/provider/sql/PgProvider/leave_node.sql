delete from {schema}.sleeper where node = :node;
delete from {schema}.node where id = :node
