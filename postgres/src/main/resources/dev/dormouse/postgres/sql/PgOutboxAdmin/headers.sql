update {schema}.outbox_message m
set headers = nullif(case when :add then coalesce(m.headers, '{}') else '{}' end || coalesce(:headers::jsonb, '{}'), '{}')
from {schema}.outbox_parked p
where p.id = any (:ids::bigint[]) and m.id = p.message_id
returning true
