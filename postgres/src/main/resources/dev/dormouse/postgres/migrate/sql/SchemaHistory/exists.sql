-- From the catalogue itself and not by to_regclass: that answers from the session's cache, which after the wait for the
-- lock may still hold "no such schema" from the look before it.
select exists (
    select
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname = '{schema_name}' and c.relname = 'migration'
);
