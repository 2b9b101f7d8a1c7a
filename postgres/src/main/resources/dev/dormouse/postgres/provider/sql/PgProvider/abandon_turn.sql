select t.instance from {schema}.turn t where t.instance = :instance for no key update;
-- Only what the turn was given waits for the delay, not what came meanwhile.
update {schema}.turn_message m set visible_at = clock_timestamp() + :delay * interval '1 millisecond'
where :delay > 0 and m.instance = :instance and m.id = any (:messages::bigint[])
    and exists (
        select from {schema}.turn t where t.instance = :instance and t.token = :token and t.due_at > now());
with released as (
    update {schema}.turn t
    set token = null, attempt = greatest(0, t.attempt - :undone),
        due_at = (select min(m.visible_at) from {schema}.turn_message m where m.instance = t.instance)
    where t.instance = :instance and t.token = :token and t.due_at > now()
    returning t.due_at
)
select ceil(extract(epoch from due_at - clock_timestamp()) * 1000)::bigint as due_in_ms from released
