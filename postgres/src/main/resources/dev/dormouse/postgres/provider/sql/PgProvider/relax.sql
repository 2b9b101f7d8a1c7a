-- A lock that a crash of the server forgets harms nobody: an ack without it is refused. So a fetch waits for no flush.
select set_config('synchronous_commit', 'off', true)
