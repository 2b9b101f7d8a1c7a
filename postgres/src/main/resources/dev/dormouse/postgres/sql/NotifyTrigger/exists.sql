select count(*) = 6
from pg_catalog.pg_trigger
where tgrelid in (
        '{schema}.job_ready'::regclass, '{schema}.job_scheduled'::regclass,
        '{schema}.turn_message'::regclass, '{schema}.activity'::regclass,
        '{schema}.outbox_pending'::regclass, '{schema}.outbox_delayed'::regclass)
    and tgname in ('notify_jobs', 'notify_turns', 'notify_activities', 'notify_outbox')
