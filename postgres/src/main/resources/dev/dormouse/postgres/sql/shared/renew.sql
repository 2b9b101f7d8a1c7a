-- Without a lease it changes nothing, so that a statement that comes with it has one form only.
update {schema}.node set lease_until = clock_timestamp() + :lease * interval '1 millisecond'
where id = :node and :lease is not null
