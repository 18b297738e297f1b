{#-
    SQL condition for the arrivals: literals, so that Delta skips the files of other landings.
    With more than 1,000 landings the statement would grow too large; then raw itself, at the version that the run has fixed, says which they are.

    arrivals: see `raw_arrivals`.
-#}
{% macro landing_filter(arrivals) %}
    {%- set landing_ids = arrivals.landings | map(attribute='landing_id') | unique | sort | list -%}
    {%- if landing_ids | length <= 1000 -%}
        {{ return(
            "landed_date in (date'" ~ arrivals.landings | map(attribute='landed_date') | unique | sort | join("', date'") ~ "')"
            ~ " and landing_id in ('" ~ landing_ids | join("', '") ~ "')"
        ) }}
    {%- endif -%}
    {%- set condition -%}
        landing_id in (select landing_id from {{ source('raw', 'kafka_messages') }} version as of {{ arrivals.version }})
        {%- if arrivals.already_in %} and landing_id not in (select landing_id from {{ arrivals.already_in }}){% endif -%}
    {%- endset -%}
    {{ return(condition) }}
{% endmacro %}
