delete from {schema}.session s
where s.held_until <= now() and not exists (select from {schema}.activity a where a.session = s.session)
