update {schema}.activity a
set token = null, attempt = greatest(0, a.attempt - :undone), due_at = clock_timestamp() + :delay * interval '1 millisecond'
where a.instance = any (:instances::text[]) and a.execution_id = any (:executions::bigint[])
    and a.activity_id = any (:activities::bigint[]) and a.token = any (:tokens::bigint[]) and a.due_at > now()
returning a.tag, a.session
