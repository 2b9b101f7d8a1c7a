-- A start that met an instance of its id: whoever sent it is told by its own next turn.
insert into {schema}.turn_message (instance, visible_at, body)
select (:instances::text[])[r.ack], clock_timestamp(), r.body
from unnest(:refusal_acks::int[], :refusal_numbers::int[], :refusal_bodies::text[]) as r(ack, n, body)
where (select {schema}.valid_items())[r.ack] and not coalesce((select {schema}.started_items())[r.n], false)
order by r.n
