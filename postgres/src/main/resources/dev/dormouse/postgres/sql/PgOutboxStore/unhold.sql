-- Keys whose messages have all been delivered are held no longer. Only the owner of a lane moves messages of its keys.
with alive as materialized (select id from {schema}.node where id = :node for key share)
delete from {schema}.outbox_held h
where h.route = any (:routes::int[]) and h.until <= now()
    and h.lane = any (array(select lane from {schema}.outbox_lane where node = :node and exists (select from alive)))
    and (select true from {schema}.outbox_waiting w where w.lane = h.lane and w.key = h.key limit 1) is null
