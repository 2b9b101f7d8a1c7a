drop trigger if exists notify_jobs on {schema}.job_ready;
drop trigger if exists notify_jobs on {schema}.job_scheduled
