create or replace trigger notify_jobs after insert on {schema}.job_ready
referencing new table as added for each statement execute function {schema}.notify_jobs();
create or replace trigger notify_jobs after insert on {schema}.job_scheduled
referencing new table as added for each statement execute function {schema}.notify_jobs();
create or replace trigger notify_turns after insert on {schema}.turn_message
for each statement execute function {schema}.notify_turns();
create or replace trigger notify_activities after insert on {schema}.activity
referencing new table as added for each statement execute function {schema}.notify_activities();
create or replace trigger notify_outbox after insert on {schema}.outbox_pending
for each statement execute function {schema}.notify_outbox();
create or replace trigger notify_outbox after insert on {schema}.outbox_delayed
for each statement execute function {schema}.notify_outbox()
