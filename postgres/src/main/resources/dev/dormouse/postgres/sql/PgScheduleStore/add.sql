insert into {schema}.job_schedule (
    name, timing, zone, overlap, catch_up, queue, kind, priority, payload, headers, limit_key, definition_hash,
    next_fire_at)
values (
    :name, :timing, :zone, :overlap, :catch_up, :queue, :kind, :priority, :payload, :headers::jsonb, :limit_key, :hash,
    :next_fire_at)
on conflict (name) do nothing
