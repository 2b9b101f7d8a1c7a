-- Makes due what got messages without its row being touched. Only where the row can be had at once: then no ack is under
-- way that began before the message was there, and an ack that is still to come sees it. The others stay for the next look.
with poked as materialized (
    select id, instance from {schema}.turn_poke order by id limit 1000 for update skip locked
),
free as materialized (
    select t.instance from {schema}.turn t
    where t.instance = any (array(select instance from poked))
    order by t.instance
    for no key update skip locked
),
gone as (
    delete from {schema}.turn_poke p
    where p.id = any (array(select k.id from poked k where k.instance in (select instance from free)))
    returning p.instance, p.due_at
)
update {schema}.turn t set due_at = greatest(g.due_at, t.starts_at)
from (select instance, min(due_at) as due_at from gone group by instance) g
where t.instance = g.instance and t.token is null
    and (t.due_at is null or t.due_at > greatest(g.due_at, t.starts_at))
