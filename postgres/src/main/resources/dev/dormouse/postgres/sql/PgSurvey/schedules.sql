select 'cron', false, ceil(extract(epoch from min(next_fire_at) - clock_timestamp()) * 1000)::bigint
from {schema}.job_schedule
having :schedules
