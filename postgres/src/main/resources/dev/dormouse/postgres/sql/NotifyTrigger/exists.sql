select count(*) = 2
from pg_catalog.pg_trigger
where tgrelid in ('{schema}.job_ready'::regclass, '{schema}.job_scheduled'::regclass) and tgname = 'notify_jobs'
