insert into {schema}.job_rate (queue, claimed_at, jobs) values (:queue, clock_timestamp(), :jobs)
on conflict (queue, claimed_at) do update set jobs = job_rate.jobs + excluded.jobs
