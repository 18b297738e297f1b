-- The newest DDL statements.
select first_place.seen_at as seen_at, table_id, source_format as format, ddl_text
from observed_schemas
where basis = 'ddl' and ddl_text is not null
order by seen_at desc, table_id
limit 30
