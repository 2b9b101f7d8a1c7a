-- A node that falls silent while it fires would keep its schedules locked for everybody.
set local idle_in_transaction_session_timeout = 10000
