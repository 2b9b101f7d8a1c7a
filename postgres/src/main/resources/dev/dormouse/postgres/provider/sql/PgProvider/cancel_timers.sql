delete from {schema}.turn_message m
using unnest(:timer_acks::int[], :timer_ids::bigint[]) as c(ack, event_id)
where (select {schema}.valid_items())[c.ack]
    and m.instance = any (array[(:instances::text[])[c.ack]])
    and m.timer_execution_id = (:executions::bigint[])[c.ack] and m.timer_event_id = c.event_id
