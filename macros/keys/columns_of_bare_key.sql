{#-
    A Kafka key that is no object as a column: the registry names it, where it names one alone. Of Connect's struct as text (`Struct{id=1}`, StringConverter) the one field of that name. Renders a SQL
    expression of map<string,string>, null where nothing is known. Needs the columns rule and staged_row of `event_rows`.
-#}
{% macro columns_of_bare_key() -%}
    case
        when size(rule.primary_key) <> 1 or staged_row.bare_key is null then null
        when not startswith(staged_row.bare_key, 'Struct{') then map(rule.primary_key[0], staged_row.bare_key)
        when startswith(staged_row.bare_key, concat('Struct{', rule.primary_key[0], '=')) and staged_row.bare_key not rlike r',\w+='
            then map(rule.primary_key[0], regexp_extract(staged_row.bare_key, r'(?s)^Struct\{[^=]*=(.*)\}$', 1))
    end
{%- endmacro %}
