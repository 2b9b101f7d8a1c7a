-- One notification per queue in which somebody else sleeps. Whoever registers as a sleeper after this snapshot looks once
-- more before it sleeps, and then sees the work that was committed before this statement began. With no sleeper the
-- statement only reads: no transaction id, no cluster-wide lock at commit.
SELECT pg_notify('{channel}', hint.payload)
  FROM unnest(:queues, :payloads) AS hint (queue, payload)
 WHERE EXISTS (SELECT FROM {schema}.sleeper WHERE sleeper.queue = hint.queue AND sleeper.node <> :self)
