select
    (select count(*) from {schema}.turn where lane is not null and due_at is not null
        and (token is null or due_at <= now())) as turns,
    (select count(*) from {schema}.turn_message m join {schema}.turn t on t.instance = m.instance
        where t.token is null or t.due_at <= now()) as messages,
    (select count(*) from {schema}.activity where token is null or due_at <= now())
        + (select count(*) from {schema}.turn where carried_until <= now()) as work
