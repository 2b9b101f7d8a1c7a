-- Unlocked: what others are about to fire counts, because they may die and nobody would tell.
select ceil(extract(epoch from min(next_fire_at) - clock_timestamp()) * 1000)::bigint as due_in_ms
from {schema}.job_schedule
