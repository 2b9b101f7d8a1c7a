-- Makes due what got messages without its row being touched. Only where the row can be had at once: then no ack is under
-- way that began before the message was there, and an ack that is still to come sees it. The others stay for the next look.
with poked as materialized (
    select id, instance from {schema}.turn_poke order by id limit 1000 for update skip locked
),
free as materialized (
    select t.instance, t.token, t.due_at, t.starts_at from {schema}.turn t
    where t.instance = any (array(select instance from poked))
    order by t.instance
    for no key update skip locked
),
gone as (
    delete from {schema}.turn_poke p
    where p.id = any (array(select k.id from poked k where (k.instance in (select instance from free)) is true))
    returning p.instance, p.due_at
)
update {schema}.turn t set due_at = greatest(g.due_at, f.starts_at)
from (select instance, min(due_at) as due_at from gone group by instance) g
join free f on f.instance = g.instance
-- As the row was when it was had, not as this statement saw it first.
where t.instance = any (array[g.instance]) and f.token is null
    and (f.due_at is null or f.due_at > greatest(g.due_at, f.starts_at))
