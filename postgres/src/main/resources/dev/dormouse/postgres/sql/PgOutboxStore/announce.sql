-- After the commit, never before: whoever goes to sleep later than this snapshot looks once more, and sees the message.
select pg_notify('{channel}', :wake)
where exists (select from {schema}.sleeper where queue = :wake and node <> :self)
