-- For this transaction only: every hot statement is meant to walk its index in order and to stop early. Without
-- statistics, or with those of an empty table, the planner would rather read and sort the whole backlog; and since no
-- parameter can change what is best, it need not plan again each time, which took longer than the statements themselves.
select
    set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('enable_sort', 'off', true), set_config('enable_hashjoin', 'off', true),
    set_config('enable_mergejoin', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true),
    -- To servers before 18 whatever was switched off and is needed all the same seems so dear that they would compile it.
    set_config('jit', 'off', true),
    -- A lane that a crash of the server forgets to be ours was never taken: what we deliver of it meanwhile is refused, and
    -- delivered again by whoever takes it. So only deliveries and lanes given back wait for the disk.
    set_config(
        'synchronous_commit', case when :flush then current_setting('synchronous_commit') else 'off' end, true)
