insert into {schema}.history (instance, execution_id, first_event_id, last_event_id, event_ids, bodies)
select
    (:instances::text[])[e.ack], (:executions::bigint[])[e.ack], min(e.id), max(e.id),
    array_agg(e.id order by e.id), array_agg(e.body order by e.id)
from unnest(:event_acks::int[], :event_ids::bigint[], :event_bodies::text[]) as e(ack, id, body)
where (select {schema}.valid_items())[e.ack]
group by e.ack
