select {schema}.retry_message(i.id) = 'retried' from unnest(:ids::bigint[]) as i(id)
