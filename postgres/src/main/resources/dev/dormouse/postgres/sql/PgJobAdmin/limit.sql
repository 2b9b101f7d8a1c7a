insert into {schema}.job_queue (name, max_running, max_running_per_key, rate_count, rate_period_ms)
values (:queue, :max_running::int, :max_running_per_key::int, :rate_count::int, :rate_period::bigint)
on conflict (name) do update set
    max_running = excluded.max_running,
    max_running_per_key = excluded.max_running_per_key,
    rate_count = excluded.rate_count,
    rate_period_ms = excluded.rate_period_ms
