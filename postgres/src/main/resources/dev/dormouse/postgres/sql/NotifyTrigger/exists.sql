select count(*) = 4
from pg_catalog.pg_trigger
where (tgrelid in ('{schema}.job_ready'::regclass, '{schema}.job_scheduled'::regclass) and tgname = 'notify_jobs')
    or (tgrelid in ('{schema}.outbox_pending'::regclass, '{schema}.outbox_delayed'::regclass) and tgname = 'notify_outbox')
