select
    name, timing, zone, overlap, catch_up, queue, kind, priority, payload, limit_key,
    case when headers is not null
        then array(select unnest(array[key, value]) from jsonb_each_text(headers)) end as headers,
    next_fire_at, last_fire_at, paused_at, error, now() as db_now
from {schema}.job_schedule
where :name::text is null or name = :name
order by name
