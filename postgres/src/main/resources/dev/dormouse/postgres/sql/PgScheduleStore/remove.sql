delete from {schema}.job_schedule where name = :name
