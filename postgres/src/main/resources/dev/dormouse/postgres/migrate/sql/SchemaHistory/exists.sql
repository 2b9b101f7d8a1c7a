select pg_catalog.to_regclass('{schema}.migration') is not null;
