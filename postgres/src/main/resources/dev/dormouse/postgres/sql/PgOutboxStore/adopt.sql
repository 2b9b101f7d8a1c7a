-- Once more, when all transactions are over that may have published without knowing of a new route.
select
    case when bool_and(defined_by < pg_snapshot_xmin(pg_current_snapshot())) then {schema}.adopt_messages() else -1 end
from {schema}.outbox_route
where name = any (:names::text[])
