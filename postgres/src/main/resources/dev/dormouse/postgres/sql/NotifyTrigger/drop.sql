drop trigger if exists notify_jobs on {schema}.job_ready;
drop trigger if exists notify_jobs on {schema}.job_scheduled;
drop trigger if exists notify_turns on {schema}.turn_message;
drop trigger if exists notify_activities on {schema}.activity
