insert into {schema}.job_progress (job_id, fraction, note)
select c.job_id, :fraction, :note from {schema}.job_claim c
where c.node = :node and c.job_id = :id and c.attempt = :attempt
on conflict (job_id) do update set fraction = excluded.fraction, note = excluded.note, updated_at = now()
