-- The instance as a whole waits for the delay: what comes meanwhile must not overtake what was there before.
with released as (
    update {schema}.turn t
    set token = null, attempt = greatest(0, t.attempt - :undone), starts_at = held.until,
        due_at = (
            select greatest(min(m.visible_at), held.until) from {schema}.turn_message m where m.instance = t.instance)
    from (
        select
            case when :delay > 0 then clock_timestamp() + :delay * interval '1 millisecond' else u.starts_at end as until
        from {schema}.turn u where u.instance = :instance
    ) held
    where t.instance = :instance and t.token = :token and t.due_at > now()
    returning t.due_at
)
select ceil(extract(epoch from due_at - clock_timestamp()) * 1000)::bigint as due_in_ms from released
