-- The schema and the record of what was applied to it.

-- Only when it is not there: IF NOT EXISTS would still ask for CREATE on the database, and a role that merely owns its
-- schema does not have that.
do $do$
begin
    if not exists (select from pg_catalog.pg_namespace where nspname = '{schema_name}') then
        create schema {schema};
    end if;
end
$do$;

create table {schema}.migration (
    version int primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now(),
    applied_by text not null default current_user
);
