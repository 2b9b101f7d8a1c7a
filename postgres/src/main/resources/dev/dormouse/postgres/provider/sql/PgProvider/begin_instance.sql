select clock_timestamp() as now, {schema}.begin_instance(
    :instance, :lane, :name, :version, :engine, :execution, :last_event, :event_ids::bigint[], :event_bodies::text[], :status,
    :output, :carried_activity, :carried_token, :carried_lock, :carried_lane, :carried_name, :carried_tag, :carried_body
) as incarnation
