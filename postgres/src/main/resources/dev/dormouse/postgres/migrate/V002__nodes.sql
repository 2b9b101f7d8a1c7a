-- Who works on this schema, and who wants to be told of new work.

-- The lease is the node's: while it runs, everything the node has claimed is its own. 'infinity' means that the node
-- holds nothing, so that nobody waits for its lease to end.
create table {schema}.node (
    id bigint generated always as identity primary key,
    name text not null,
    lease_until timestamptz not null,
    joined_at timestamptz not null default now(),
    seen_at timestamptz not null default now(),
    -- When it should have been seen again at the latest; the row of a node that died in its sleep is then removed.
    expected_at timestamptz not null default now() + interval '1 day'
) with (fillfactor = 50);

-- Unlogged: its commits wait for no flush, and after a crash every node sets its entries anew.
create unlogged table {schema}.sleeper (
    queue text not null,
    node bigint not null,
    primary key (queue, node)
);
