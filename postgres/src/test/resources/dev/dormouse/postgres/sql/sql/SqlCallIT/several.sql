-- Three statements, one round trip.
create table {schema}.several (id bigint, name text);
insert into {schema}.several select id, :name from unnest(:ids) as id;
select id from {schema}.several where name = :name order by id;
select '{schema_name}';
