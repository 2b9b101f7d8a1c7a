create or replace trigger notify_jobs after insert on {schema}.job_ready
referencing new table as added for each statement execute function {schema}.notify_jobs();
create or replace trigger notify_jobs after insert on {schema}.job_scheduled
referencing new table as added for each statement execute function {schema}.notify_jobs();
create or replace trigger notify_outbox after insert on {schema}.outbox_pending
for each statement execute function {schema}.notify_outbox();
create or replace trigger notify_outbox after insert on {schema}.outbox_delayed
for each statement execute function {schema}.notify_outbox()
