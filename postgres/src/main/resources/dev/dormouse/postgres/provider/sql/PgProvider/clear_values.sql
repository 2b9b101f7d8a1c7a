update {schema}.instance_value v set changed = true, new_value = null
where v.instance = any (array(
    select (:instances::text[])[c.ack] from unnest(:clear_acks::int[]) as c(ack)
    where (select {schema}.valid_items())[c.ack]))
