-- What dead nodes have left in the rows of instances becomes rows of its own, for whoever can execute it.
select {schema}.uncarry_expired()
where (select true from {schema}.turn t where t.carried_until <= statement_timestamp() limit 1)
