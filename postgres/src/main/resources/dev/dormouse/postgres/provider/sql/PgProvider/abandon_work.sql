update {schema}.activity a
set token = null, attempt = greatest(0, a.attempt - :undone), due_at = clock_timestamp() + :delay * interval '1 millisecond'
where a.instance = :instance and a.execution_id = :execution and a.activity_id = :activity
    and a.token = :token and a.due_at > now()
returning a.tag, a.session
