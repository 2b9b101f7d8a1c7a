select t.instance from {schema}.turn t where t.instance = :instance for no key update
