delete from {schema}.turn_message m
using unnest(:taken_acks::int[], :taken_ids::bigint[]) as c(ack, id)
where (select {schema}.valid_items())[c.ack]
    and m.id = any (array[c.id]) and m.instance = any (array[(:instances::text[])[c.ack]])
