select now() as db_now
