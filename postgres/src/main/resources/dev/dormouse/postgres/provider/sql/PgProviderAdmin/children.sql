select instance from {schema}.instance where parent = :instance order by id
