update {schema}.job_schedule set paused_at = null, error = null, next_fire_at = :next_fire_at where name = :name
