delete from {schema}.sleeper where node = :node;
update {schema}.outbox_lane set node = null where node = :node;
-- Whatever it still held becomes claimable at once: its lease has ended now.
update {schema}.node set lease_until = now() where id = :node;
delete from {schema}.node n
where n.id = :node and not exists (select from {schema}.job_claim c where c.node = :node)
