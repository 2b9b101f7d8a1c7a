-- A lane that a crash of the server forgets to be ours was never taken: what we deliver of it meanwhile is refused, and
-- delivered again by whoever takes it. So only deliveries, and lanes given back, wait for the disk.
select set_config('synchronous_commit', 'off', true)
