select version, name, checksum
from {schema}.migration
order by version;
