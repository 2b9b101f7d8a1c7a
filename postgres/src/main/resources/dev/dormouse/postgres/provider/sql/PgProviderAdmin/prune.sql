with old as materialized (
    select e.instance, e.execution_id
    from (
        select e.*, row_number() over (partition by e.instance order by e.execution_id desc) as place
        from {schema}.execution e where e.instance = any (:instances::text[])
    ) e
    join {schema}.turn t on t.instance = e.instance
    where e.execution_id < t.execution_id and e.status <> 'RUNNING' and e.place > :keep
        and (:finished_for::bigint is null or e.finished_at <= now() - :finished_for * interval '1 millisecond')
),
histories as (
    delete from {schema}.history h using old o where h.instance = o.instance and h.execution_id = o.execution_id
    returning cardinality(h.event_ids) as events
),
executions as (
    delete from {schema}.execution e using old o where e.instance = o.instance and e.execution_id = o.execution_id
    returning e.instance
)
select
    (select count(distinct instance) from executions) as instances, (select count(*) from executions) as executions,
    (select coalesce(sum(events), 0) from histories) as events
