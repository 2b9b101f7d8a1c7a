-- The common case, one job that may start at once and needs no unique key, in as few steps as there can be.
with added as (
    insert into {schema}.job (lane, priority, queue, kind, payload, headers, limit_key)
    values (:lane, :priority, :queue, :kind, :payload, :headers::jsonb, :limit_key)
    returning id
)
insert into {schema}.job_ready (lane, priority, id)
select :lane, :priority, id from added
returning id
