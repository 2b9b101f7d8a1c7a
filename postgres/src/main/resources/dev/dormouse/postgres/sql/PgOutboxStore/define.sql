select {schema}.define_route(:name, :pattern)
