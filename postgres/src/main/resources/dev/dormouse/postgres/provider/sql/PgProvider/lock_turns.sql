-- A statement of its own, so that those after it see every message that was committed before the locks were had.
select t.instance from {schema}.turn t where t.instance = any (:instances::text[]) order by t.instance for no key update
