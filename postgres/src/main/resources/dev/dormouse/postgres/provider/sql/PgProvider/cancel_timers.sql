delete from {schema}.turn_message m
using unnest(:timer_acks::int[], :timer_ids::bigint[]) as c(ack, event_id)
where c.ack = any ({schema}.valid_items())
    and m.instance = (:instances::text[])[c.ack]
    and m.timer_execution_id = (:executions::bigint[])[c.ack] and m.timer_event_id = c.event_id
