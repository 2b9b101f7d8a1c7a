select
    '!delivered_messages',
    coalesce(
        (select min(delivered_at) from {schema}.outbox_delivered)
            <= now() - :delivered_messages_retention * interval '1 millisecond',
        false),
    null::bigint
