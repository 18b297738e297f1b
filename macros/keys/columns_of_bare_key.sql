{#-
    A Kafka key that names no column as one: the registry names it, where it names one alone. Of an object, which a format that does not read the key leaves as text (see
    `registered_kafka_key`), the columns. Of Connect's struct as text (`Struct{id=1}`, StringConverter) the fields, if they are those that the registry names. Renders a SQL
    expression of map<string,string>, null where nothing is known. Needs the columns rule, staged_row and has_kafka_keys of `event_rows`.
-#}
{% macro columns_of_bare_key() -%}
    case
        when staged_row.bare_key is null or rule.primary_key is null then null
        when has_kafka_keys and json_object_keys(staged_row.bare_key) is not null
            then from_json({{ rosetta_cdc.exact_text('staged_row.bare_key') }}, 'map<string, string>', {{ rosetta_cdc.json_options() }})
        when not startswith(staged_row.bare_key, 'Struct{') then if(size(rule.primary_key) = 1, map(rule.primary_key[0], staged_row.bare_key), null)
        when size(regexp_extract_all(staged_row.bare_key, r'[{,]\w+=', 0)) = size(rule.primary_key)
            and forall(rule.primary_key, n -> contains(staged_row.bare_key, concat('{', n, '=')) or contains(staged_row.bare_key, concat(',', n, '=')))
            then map_from_arrays(rule.primary_key, transform(
                rule.primary_key, n -> regexp_extract(staged_row.bare_key, concat(r'(?s)[{,]\Q', n, r'\E=(.*?)(?:,\w+=.*)?\}$'), 1)
            ))
    end
{%- endmacro %}
