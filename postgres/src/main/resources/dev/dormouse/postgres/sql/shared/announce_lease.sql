-- This node begins to hold claims: those who sleep should know when to see whether it is still alive. In this
-- transaction, because a node that dies right after it could not tell.
select pg_notify('{channel}', '!lease/' || :lease)
where :announce_lease and exists (select from {schema}.sleeper where node <> :node)
