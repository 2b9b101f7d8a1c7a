-- One outcome other than success. Fenced like the rest; returns the job if it was still this node's.
with ended as (
    delete from {schema}.job_claim where node = :node and job_id = :id and attempt = :attempt
    returning job_id, node, claimed_at, attempt
),
again as (
    insert into {schema}.job_scheduled (lane, due_at, priority, id, attempt)
    select j.lane, clock_timestamp() + :delay::bigint * interval '1 millisecond', j.priority, j.id,
        case when :counts then e.attempt else e.attempt - 1 end
    from ended e join {schema}.job j on j.id = any (array[e.job_id])
    where :fate = 'again'
),
parked as (
    insert into {schema}.job_parked (id, attempt) select job_id, attempt from ended where :fate = 'parked'
),
done as (
    insert into {schema}.job_done (id, node, claimed_at, attempt, state, reason)
    select job_id, node, claimed_at, attempt, :state,
        -- Who asked for the cancellation also said why.
        case when :state = 'cancelled'
            then coalesce((select x.reason from {schema}.job_cancel x where x.job_id = ended.job_id), :reason)
            else :reason end
    from ended where :fate = 'done'
),
noted as (
    insert into {schema}.job_error (job_id, attempt, node, claimed_at, error)
    select job_id, attempt, node, claimed_at, :error from ended where :error::text is not null
)
select job_id from ended;
-- If it is to be cancelled, it is not tried again. Only now is a request visible that the statement above waited for.
select {schema}.heed_cancel(array[:id::bigint]) where exists (select from {schema}.job_cancel where job_id = :id)
