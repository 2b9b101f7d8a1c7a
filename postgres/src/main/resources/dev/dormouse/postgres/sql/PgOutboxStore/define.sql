select number from {schema}.define_routes(:names::text[], :patterns::text[]) as r(number)
