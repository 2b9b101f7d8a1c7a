update {schema}.job_schedule set paused_at = coalesce(paused_at, now()), next_fire_at = null where name = :name
