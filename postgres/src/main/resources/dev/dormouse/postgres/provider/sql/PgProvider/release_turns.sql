with released as (
    update {schema}.turn t
    set token = null, attempt = 0, starts_at = null, updated_at = clock_timestamp(),
        lane = case when a.name is null then t.lane else a.lane end,
        engine = case when a.execution_id > t.execution_id then a.engine_text::int
            else coalesce(a.engine_text::int, t.engine) end,
        finished = case when a.status is null then t.finished else a.status in ('COMPLETED', 'FAILED') end,
        execution_id = greatest(a.execution_id, t.execution_id),
        last_event_id = case
            when a.execution_id > t.execution_id then a.last_event_id
            when a.execution_id = t.execution_id then greatest(a.last_event_id, t.last_event_id)
            else t.last_event_id
        end,
        due_at = (select min(m.visible_at) from {schema}.turn_message m where m.instance = t.instance)
    from unnest(
        :instances::text[], :executions::bigint[], :last_events::bigint[], :names::text[], :lanes::bigint[],
        :statuses::text[], :engines::text[]
    ) with ordinality as a(instance, execution_id, last_event_id, name, lane, status, engine_text, n)
    where t.instance = any (array[a.instance]) and (select {schema}.valid_items())[a.n]
    returning t.due_at
)
select ceil(extract(epoch from min(due_at) - clock_timestamp()) * 1000)::bigint as due_in_ms from released
