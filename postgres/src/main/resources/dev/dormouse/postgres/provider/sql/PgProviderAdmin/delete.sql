-- Their rows are locked: nobody puts anything in for them any more.
with activities as (delete from {schema}.activity where instance = any (:instances::text[])),
pokes as (delete from {schema}.turn_poke where instance = any (:instances::text[])),
contents as (delete from {schema}.instance_value where instance = any (:instances::text[])),
messages as (delete from {schema}.turn_message where instance = any (:instances::text[]) returning 1),
histories as (
    delete from {schema}.history where instance = any (:instances::text[]) returning cardinality(event_ids) as events
),
executions as (delete from {schema}.execution where instance = any (:instances::text[]) returning 1),
instances as (delete from {schema}.instance where instance = any (:instances::text[])),
turns as (delete from {schema}.turn where instance = any (:instances::text[]) returning 1)
select
    (select count(*) from turns) as instances, (select count(*) from executions) as executions,
    (select coalesce(sum(events), 0) from histories) as events, (select count(*) from messages) as messages
