-- With commit.sql around them, the statements of a call are one transaction however the driver sends them: it may split a
-- call where it cannot tell how large an answer will be.
begin
