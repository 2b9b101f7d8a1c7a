select {schema}.adopt_messages()
