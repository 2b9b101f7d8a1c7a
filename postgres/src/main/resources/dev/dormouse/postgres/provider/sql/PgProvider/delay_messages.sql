-- Only what the turn was given waits for the delay, not what came meanwhile.
update {schema}.turn_message m set visible_at = clock_timestamp() + :delay * interval '1 millisecond'
where :delay > 0 and m.instance = :instance and m.id = any (:messages::bigint[])
    and exists (
        select from {schema}.turn t where t.instance = :instance and t.token = :token and t.due_at > now())
