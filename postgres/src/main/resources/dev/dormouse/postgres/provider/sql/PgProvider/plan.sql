-- For this transaction only: every statement is meant to walk its indexes, whatever the planner thinks of tables that it
-- has no statistics of.
select
    set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)
