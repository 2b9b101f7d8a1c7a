create or replace trigger notify_jobs after insert on {schema}.job_ready
referencing new table as added for each statement execute function {schema}.notify_jobs();
create or replace trigger notify_jobs after insert on {schema}.job_scheduled
referencing new table as added for each statement execute function {schema}.notify_jobs();
create or replace trigger notify_turns after insert on {schema}.turn_message
for each statement execute function {schema}.notify_turns();
create or replace trigger notify_activities after insert on {schema}.activity
referencing new table as added for each statement execute function {schema}.notify_activities()
