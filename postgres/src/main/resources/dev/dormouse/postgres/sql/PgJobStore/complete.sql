-- Fenced: a claim that is no longer there, or is another attempt's, is not completed and not returned.
with finished as (
    delete from {schema}.job_claim c
    using unnest(:done_ids::bigint[], :done_nodes::bigint[], :done_attempts::int[], :done_results::bytea[])
        as f(id, node, attempt, result)
    where c.node = any (array[f.node]) and c.job_id = f.id and c.attempt = f.attempt
    returning c.job_id, c.node, c.claimed_at, c.attempt, f.result
)
insert into {schema}.job_done (id, node, claimed_at, attempt, state, result)
select job_id, node, claimed_at, attempt, 'succeeded', result from finished
returning id
