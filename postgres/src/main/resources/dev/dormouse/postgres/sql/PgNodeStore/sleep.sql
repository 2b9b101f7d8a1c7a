insert into {schema}.sleeper (queue, node) values (:queue, :node) on conflict do nothing
