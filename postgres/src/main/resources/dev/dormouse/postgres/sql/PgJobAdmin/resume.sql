update {schema}.job_queue set paused_at = null where name = :queue and paused_at is not null
