select job_id from {schema}.job_unique where kind = :kind and key = :key
