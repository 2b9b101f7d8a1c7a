select * from {schema}.find_status(:instances::text[])
