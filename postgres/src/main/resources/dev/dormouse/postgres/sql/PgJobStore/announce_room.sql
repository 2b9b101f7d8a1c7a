-- What has ended may have made room under a limit of the queue for those who sleep.
select pg_notify('{channel}', :wake)
where exists (select from {schema}.job_queue where name = :queue and restricted)
    and exists (select from {schema}.sleeper where queue = :wake and node <> :self)
