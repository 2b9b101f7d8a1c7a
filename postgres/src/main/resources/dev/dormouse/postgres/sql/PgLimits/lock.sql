-- Claims of a queue that has limits take turns, so that what they count stays true until they commit.
select
    paused_at is not null as paused, max_running, max_running_per_key, rate_count, rate_period_ms
from {schema}.job_queue where name = :queue and restricted
for update
