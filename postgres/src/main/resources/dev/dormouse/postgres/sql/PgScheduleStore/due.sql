-- Whoever locks a schedule fires it and moves it on before anybody else can see it; a row that was moved on meanwhile is
-- looked at again and no longer due.
select
    name, timing, zone, overlap, catch_up, queue, kind, priority, payload, limit_key,
    case when headers is not null
        then array(select unnest(array[key, value]) from jsonb_each_text(headers)) end as headers,
    next_fire_at, last_fire_at, paused_at, error, now() as db_now
from {schema}.job_schedule
where next_fire_at <= now()
order by next_fire_at
limit :max
for no key update skip locked
