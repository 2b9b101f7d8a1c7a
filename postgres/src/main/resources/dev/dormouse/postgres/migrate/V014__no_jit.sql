-- To servers before 18 a plan seems very dear if something was switched off and is needed all the same: they would compile it,
-- at every call, which takes longer than the call.
alter function {schema}.refused_turns set jit = off;
alter function {schema}.ack_direct set jit = off;
alter function {schema}.begin_instances set jit = off;
alter function {schema}.find_status set jit = off;
