select {schema}.cancel_job(:id, :reason) as outcome
