-- What has become due joins what is ready. By the time of the statement: the clock, which runs on meanwhile, could not
-- bound the walk through the index, and all that is due some day would be read.
with due as materialized (
    select s.ctid as tid
    from unnest(:lanes::bigint[]) as l(lane)
    cross join lateral (
        select ctid from {schema}.job_scheduled
        where lane = l.lane and due_at <= statement_timestamp()
        order by due_at
        limit 1000
        for no key update skip locked
    ) s
),
gone as (
    delete from {schema}.job_scheduled where ctid = any (array(select tid from due))
    returning lane, priority, id, attempt
)
insert into {schema}.job_ready (lane, priority, id, attempt)
select lane, priority, id, attempt from gone
