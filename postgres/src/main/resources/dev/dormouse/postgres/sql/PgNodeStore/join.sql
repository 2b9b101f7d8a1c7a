insert into {schema}.node (name, lease_until) values (:name, now() + :lease * interval '1 millisecond') returning id
