select count(*) = 4
from pg_catalog.pg_trigger
where tgrelid in (
        '{schema}.job_ready'::regclass, '{schema}.job_scheduled'::regclass,
        '{schema}.turn_message'::regclass, '{schema}.activity'::regclass)
    and tgname in ('notify_jobs', 'notify_turns', 'notify_activities')
