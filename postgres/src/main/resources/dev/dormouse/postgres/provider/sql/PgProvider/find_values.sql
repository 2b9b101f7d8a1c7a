select key, case when changed then new_value else value end as value
from {schema}.instance_value
where instance = :instance and (:key::text is null or key = :key)
    and case when changed then new_value else value end is not null
