-- The job has gone on: it keeps its unique key only if that was asked for to reach so far.
delete from {schema}.job_unique
where job_id = :id and not (until = 'PRUNED' or (:keeps_only_if = 'FINISHED' and until = 'FINISHED'))
