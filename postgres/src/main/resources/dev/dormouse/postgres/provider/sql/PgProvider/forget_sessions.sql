delete from {schema}.session s
where s.held_until <= now() and (select true from {schema}.activity a where a.session = s.session limit 1) is null
