select timing, zone, definition_hash, next_fire_at, last_fire_at, paused_at is not null as paused,
    error is not null as broken, now() as db_now
from {schema}.job_schedule
where name = :name
for no key update
