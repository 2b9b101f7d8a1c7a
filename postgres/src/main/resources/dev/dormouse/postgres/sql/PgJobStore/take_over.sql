-- Nodes whose lease has ended: the jobs they held become ready again (the attempt stays counted), the lanes of the outbox
-- become free, and they are removed in the same transaction, so that a node that was only asleep learns of it and can
-- write nothing any more.
--
-- Two statements: the second has a snapshot from after the locks, and so sees also the claims that were committed between
-- the first one's snapshot and its locks. In one, those would be left behind, held by a node that is gone.
with ended as materialized (
    select id from {schema}.node where lease_until <= clock_timestamp() order by id for update skip locked
)
update {schema}.node set lease_until = '-infinity' where id in (select id from ended);
with dead as materialized (
    -- Never committed, so these are the ones that were just locked.
    select id from {schema}.node where lease_until = '-infinity'
),
free as materialized (
    select c.node, c.job_id from {schema}.job_claim c join dead on c.node = dead.id for update of c skip locked
),
orphans as (
    delete from {schema}.job_claim c using free f where c.node = any (array[f.node]) and c.job_id = f.job_id
    returning c.job_id, c.attempt, c.node, c.claimed_at
),
held as materialized (
    -- By a transaction that completes the job and is still open. Nobody waits for it: whoever looks next sees to it.
    select distinct c.node
    from {schema}.job_claim c join dead on c.node = dead.id
    where (c.node, c.job_id) not in (select node, job_id from free)
),
owners as materialized (
    select distinct l.node from {schema}.outbox_lane l join dead on l.node = dead.id
),
lanes as (
    -- It may have died of a message that it had in hand, of which it can have had no more than so many.
    update {schema}.outbox_lane l set node = null, lost_by = l.node, suspect_to = coalesce(
        (select p.seq from {schema}.outbox_pending p where p.lane = l.lane order by p.lane, p.seq offset 999 limit 1),
        (select last_value from {schema}.outbox_pending_seq_seq))
    where l.node in (select node from owners)
),
ready as (
    insert into {schema}.job_ready (lane, priority, id, attempt)
    select j.lane, j.priority, j.id, o.attempt from orphans o join {schema}.job j on j.id = any (array[o.job_id])
),
noted as (
    insert into {schema}.job_error (job_id, attempt, node, claimed_at, error)
    select job_id, attempt, node, claimed_at, 'The lease of node ' || node || ' ended while it held the job'
    from orphans
),
removed as (
    delete from {schema}.node
    where id in ((select node from orphans union select node from owners) except select node from held)
    returning id
),
silenced as (
    delete from {schema}.sleeper where node in (select id from removed)
),
idle as (
    -- Held nothing: nobody needs to wait for it, and it may go on.
    update {schema}.node set lease_until = 'infinity'
    where id in (
        select id from dead except select node from orphans except select node from owners except select node from held)
),
later as (
    update {schema}.node set lease_until = clock_timestamp() + interval '250 milliseconds'
    where id in (select node from held)
),
told as materialized (
    -- Other queues than the one that looked have work now, here and elsewhere.
    select pg_notify('{channel}', w.queue)
    from (
        select distinct 'job:' || j.queue from orphans o join {schema}.job j on j.id = any (array[o.job_id])
        union all
        select 'outbox' where exists (select from owners)
    ) w(queue)
)
select (select count(*) from dead), (select count(*) from told);
-- Those that somebody asked to cancel are not run again.
select {schema}.heed_cancel(array(select job_id from {schema}.job_cancel)) where exists (select from {schema}.job_cancel)
