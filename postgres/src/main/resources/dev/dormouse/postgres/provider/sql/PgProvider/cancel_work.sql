delete from {schema}.activity a
using unnest(:cancel_acks::int[], :cancel_executions::bigint[], :cancel_activities::bigint[])
    as c(ack, execution_id, activity_id)
where (select {schema}.valid_items())[c.ack]
    and a.instance = any (array[(:instances::text[])[c.ack]])
    and a.execution_id = c.execution_id and a.activity_id = c.activity_id
