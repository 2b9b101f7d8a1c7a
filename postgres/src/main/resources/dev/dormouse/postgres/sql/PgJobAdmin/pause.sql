insert into {schema}.job_queue (name, paused_at) values (:queue, now())
on conflict (name) do update set paused_at = coalesce(job_queue.paused_at, excluded.paused_at)
