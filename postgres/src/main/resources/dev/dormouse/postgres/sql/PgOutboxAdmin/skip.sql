select {schema}.skip_message(i.id) = 'skipped' from unnest(:ids::bigint[]) as i(id)
