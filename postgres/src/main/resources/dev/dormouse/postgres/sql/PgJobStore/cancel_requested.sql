select x.job_id from {schema}.job_cancel x join {schema}.job_claim c on c.job_id = x.job_id and c.node = :node
