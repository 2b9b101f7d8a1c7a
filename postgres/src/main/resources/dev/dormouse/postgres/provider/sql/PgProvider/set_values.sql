insert into {schema}.instance_value (instance, key, changed, new_value)
select (:instances::text[])[v.ack], v.key, true, v.value
from unnest(:value_acks::int[], :value_keys::text[], :value_contents::text[]) as v(ack, key, value)
where (select {schema}.valid_items())[v.ack]
on conflict (instance, key) do update set changed = true, new_value = excluded.new_value
