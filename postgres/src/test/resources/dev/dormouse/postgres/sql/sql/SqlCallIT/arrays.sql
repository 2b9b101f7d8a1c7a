select string_agg(concat_ws('/', l, i, s, coalesce(t, 'null'), coalesce(encode(b, 'hex'), 'null')), ' ' order by n)
from unnest(:longs, :ints, :shorts, :texts, :bytes) with ordinality as x (l, i, s, t, b, n);
