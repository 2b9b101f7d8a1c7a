select clock_timestamp() as now, {schema}.ack_step(
    :instance, :execution, :incarnation, :known_event, :last_event, :event_ids::bigint[], :event_bodies::text[], :status, :output,
    :ended_activity, :ended_token, :carried_activity, :carried_token, :carried_lock, :carried_lane, :carried_name,
    :carried_tag, :carried_body) as done
