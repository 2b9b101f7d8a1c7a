-- Every type that can be bound, each sent back; :long stands twice.
select :long::bigint + :long as longs,
       :int as int,
       :boolean as boolean,
       :text::text as text,
       :bytes as bytes,
       :duration as duration,
       :instant as instant,
       :long_null::bigint as long_null,
       :int_null is null as int_null,
       :text_null::text as text_null,
       :instant_null::timestamptz as instant_null;
