{#-
    Names of the envelope fields whose text is given but could not be read, joined by commas; null if there is none.

    fields: dict of path -> [SQL expression of the text, SQL expression of the value read from it].
-#}
{% macro unusable_fields(fields) -%}
    case
        when
            {%- for text, value in fields.values() %}
            ({{ value }} is null and {{ rosetta_cdc.is_given(text) }}){{ ' or' if not loop.last }}
            {%- endfor %}
            then concat_ws(', ',
                {%- for path, pair in fields.items() %}
                case when {{ pair[1] }} is null and {{ rosetta_cdc.is_given(pair[0]) }} then '{{ path }}' end{{ ',' if not loop.last }}
                {%- endfor %}
            )
    end
{%- endmacro %}
