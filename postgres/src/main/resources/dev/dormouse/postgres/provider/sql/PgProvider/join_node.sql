-- It claims nothing under a lease of its own, so nobody waits for one to end.
insert into {schema}.node (name, lease_until) values (:name, 'infinity') returning id
