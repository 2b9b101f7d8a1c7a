-- What these instances carry becomes rows, which those after this statement can find.
select {schema}.uncarry(:instances::text[])
