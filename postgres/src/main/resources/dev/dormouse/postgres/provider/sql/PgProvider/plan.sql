-- For this transaction only: every statement is meant to walk its indexes, whatever the planner thinks of tables that it
-- has no statistics of; and since no parameter can change what is best, it need not plan again each time.
select
    set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
    set_config('plan_cache_mode', 'force_generic_plan', true),
    -- To servers before 18 whatever was switched off and is needed all the same seems so dear that they would compile it.
    set_config('jit', 'off', true)
