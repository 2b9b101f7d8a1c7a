select job_id from {schema}.job_claim where node = :node and job_id = :id and attempt = :attempt
