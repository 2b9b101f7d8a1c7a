update {schema}.job_schedule s
set next_fire_at = m.next_fire_at::timestamptz,
    last_fire_at = coalesce(m.last_fire_at::timestamptz, s.last_fire_at),
    paused_at = case when m.error is null then s.paused_at else now() end,
    error = m.error
from unnest(:names::text[], :nexts::text[], :lasts::text[], :errors::text[]) as m(name, next_fire_at, last_fire_at, error)
where s.name = m.name
