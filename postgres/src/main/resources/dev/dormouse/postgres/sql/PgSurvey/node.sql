-- One statement per fallback interval for the whole node: it is alive, the long gone are forgotten, and is there work?
with seen as (
    update {schema}.node set seen_at = now(), expected_at = now() + :absence * interval '1 millisecond' where id = :node
),
gone as (
    delete from {schema}.node
    where expected_at < now() and lease_until = 'infinity' and id <> :node
    returning id
),
silenced as (
    delete from {schema}.sleeper s where not exists (select from {schema}.node n where n.id = s.node)
)
