update {schema}.session s set held_until = clock_timestamp() + :lock * interval '1 millisecond'
where s.owner = any (:owners::text[]) and s.held_until > now()
    and s.used_at + :idle * interval '1 millisecond' > now()
