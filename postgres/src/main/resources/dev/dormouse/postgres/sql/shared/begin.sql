-- With commit.sql around it, a statement commits before those after it in the same round trip begin.
begin
