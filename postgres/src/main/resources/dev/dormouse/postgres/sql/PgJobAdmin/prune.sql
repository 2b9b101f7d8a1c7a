-- The oldest finished jobs, down the index on finished_at. What another node is pruning is passed over, so the sets are
-- disjoint and nobody waits. From where the last batch ended: before that there are only dead rows to step over.
with old as materialized (
    select id, finished_at from {schema}.job_done
    where finished_at <= now() - :retention * interval '1 millisecond' and finished_at >= :since::timestamptz
    order by finished_at
    limit :max
    for update skip locked
),
ids as materialized (select array(select id from old) as ids),
done as (delete from {schema}.job_done where id = any ((select ids from ids)::bigint[])),
jobs as (delete from {schema}.job where id = any ((select ids from ids)::bigint[])),
errors as (delete from {schema}.job_error where job_id = any ((select ids from ids)::bigint[])),
progress as (delete from {schema}.job_progress where job_id = any ((select ids from ids)::bigint[])),
keys as (delete from {schema}.job_unique where job_id = any ((select ids from ids)::bigint[])),
requests as (delete from {schema}.job_cancel where job_id = any ((select ids from ids)::bigint[]))
select count(*) as jobs, max(finished_at) as up_to from old
