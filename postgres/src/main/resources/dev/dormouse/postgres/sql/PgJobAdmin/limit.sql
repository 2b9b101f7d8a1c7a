insert into {schema}.job_queue (name, max_running, max_running_per_key, rate_count, rate_period_ms)
values (:queue, :max_running::int, :max_running_per_key::int, :rate_count::int, :rate_period::bigint)
on conflict (name) do update set
    max_running = excluded.max_running,
    max_running_per_key = excluded.max_running_per_key,
    rate_count = excluded.rate_count,
    rate_period_ms = excluded.rate_period_ms;
-- What was blocked by the old limits is looked at again under the new ones.
with blocked as (
    delete from {schema}.job_blocked where queue = :queue returning lane, limit_key
)
update {schema}.job_ready r set lane = b.lane
from blocked b
where r.lane = {schema}.job_blocked_lane(b.lane, b.limit_key)
