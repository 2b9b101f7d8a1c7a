update {schema}.turn t set due_at = clock_timestamp() + :lock * interval '1 millisecond'
from unnest(:instances::text[], :tokens::bigint[]) with ordinality as l(instance, token, n)
where t.instance = any (array[l.instance]) and t.token = l.token and t.due_at > now()
returning l.n
