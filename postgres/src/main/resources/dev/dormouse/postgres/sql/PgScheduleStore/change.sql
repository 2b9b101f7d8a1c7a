update {schema}.job_schedule
set timing = :timing, zone = :zone, overlap = :overlap, catch_up = :catch_up, queue = :queue, kind = :kind,
    priority = :priority, payload = :payload, headers = :headers::jsonb, limit_key = :limit_key,
    definition_hash = :hash, next_fire_at = :next_fire_at, defined_at = now(),
    -- Paused by a node that could not read it: this definition can be read.
    paused_at = case when error is null then paused_at end, error = null
where name = :name
