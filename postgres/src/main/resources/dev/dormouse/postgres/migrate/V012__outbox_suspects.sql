-- A message that kills the process that delivers it must not do so for ever. Reading writes nothing, so nobody knows what
-- a node that died had in hand; from then on all that it may have had is suspect, and noted before it is tried again.

alter table {schema}.outbox_lane
    -- The last node that died with it.
    add column lost_by bigint,
    -- What stands up to here may be what that node died of.
    add column suspect_to bigint not null default 0;

-- The node that began to deliver it, of suspects only: if that is the one which died with the lane, it died of this or
-- beside it, and that counts as an attempt.
alter table {schema}.outbox_pending add column begun_by bigint;
alter table {schema}.outbox_waiting add column begun_by bigint;
