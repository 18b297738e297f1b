{#-
    Whether a format is wanted: neither the model that has its rows nor its own, `stg_<vendor>__<format>`, is switched off by `+enabled: false` in the root project's `dbt_project.yml`. dbt refuses a
    reference to a model that is, so that this has to be known while models are parsed, when dbt tells of no other.

    code: of a format of this project; the vendor is the part before the first `_`, as its folder is. model: name of the model that has its rows.
-#}
{% macro is_enabled(code, model) %}
    {%- set vendor = code.split('_')[0] -%}
    {%- for name in ['stg_' ~ vendor ~ '__' ~ code, model] -%}
        {%- set level = namespace(config=adapter.config.models, is_on=true) -%}
        {%- for part in ['rosetta_cdc', 'staging', name.split('__')[0].replace('stg_', ''), name] -%}
            {%- set level.config = level.config[part] if level.config is mapping and level.config[part] is mapping else {} -%}
            {%- for key in ['enabled', '+enabled'] if key in level.config -%}
                {%- set level.is_on = level.config[key] | string | lower != 'false' -%}
            {%- endfor -%}
        {%- endfor -%}
        {%- if not level.is_on -%}{{ return(false) }}{%- endif -%}
    {%- endfor -%}
    {{ return(true) }}
{% endmacro %}
