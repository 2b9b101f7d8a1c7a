select
    '!delivered-messages',
    coalesce(
        (select min(delivered_at) from {schema}.outbox_delivered) <= now() - :outbox_retention * interval '1 millisecond',
        false),
    null::bigint
