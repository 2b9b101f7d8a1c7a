-- These jobs have started: a unique key that was to reach no further is given up.
delete from {schema}.job_unique where job_id = any (:ids::bigint[]) and until = 'STARTED'
