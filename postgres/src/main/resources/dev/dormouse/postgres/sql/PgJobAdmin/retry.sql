select {schema}.retry_job(i.id) as outcome, (select j.queue from {schema}.job j where j.id = i.id) as queue
from unnest(:ids::bigint[]) with ordinality as i(id, n)
order by i.n
