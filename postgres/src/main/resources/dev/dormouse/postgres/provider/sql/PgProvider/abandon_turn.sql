with released as (
    update {schema}.turn t
    set token = null, attempt = greatest(0, t.attempt - :undone),
        due_at = (select greatest(min(m.visible_at), t.starts_at) from {schema}.turn_message m where m.instance = t.instance)
    where t.instance = :instance and t.token = :token and t.due_at > now()
    returning t.due_at
)
select ceil(extract(epoch from due_at - clock_timestamp()) * 1000)::bigint as due_in_ms from released
