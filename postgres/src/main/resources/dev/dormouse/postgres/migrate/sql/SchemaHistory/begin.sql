-- All of it lasts until the end of the transaction, as a pooler in transaction mode demands.

-- What another run committed while we waited for the lock must be visible after it, whatever the default of the role.
set transaction isolation level read committed;

-- Only qualified names resolve: a function of the same name in another schema is never called.
set local search_path = pg_catalog;

-- Building an index may take longer than the role allows its other statements.
set local statement_timeout = 0;
set local client_min_messages = warning;

select pg_catalog.set_config('lock_timeout', :lock_timeout_millis, true);
select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('dormouse migration of {schema}', 0));

-- From here on the locks are those of tables in use. Whoever queues behind us for one waits too, so give up early.
set local lock_timeout = '30s';
