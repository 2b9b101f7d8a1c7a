select {schema}.discard_job(i.id, :reason) as outcome
from unnest(:ids::bigint[]) with ordinality as i(id, n)
order by i.n
