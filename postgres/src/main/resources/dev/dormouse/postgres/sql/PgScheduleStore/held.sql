-- Read and not tried by inserting: that would wait for a handler that is about to give the key up in its transaction.
select u.kind, u.key
from unnest(:kinds::text[], :keys::text[]) as k(kind, key)
join {schema}.job_unique u on u.kind = k.kind and u.key = k.key
