{#-
    Sets what the model's statement has to work with (see `run_with_setting`), and takes back what the statement before it has left in force (see `end_settings`). Costs nothing where both want the
    same.
-#}
{% macro begin_settings() %}
    {%- set wanted = kept('settings of ' ~ this, {}) -%}
    {%- set in_force = kept('settings in force', {}) -%}
    {#- Noted before it is done: what fails half-way is taken back all the same. -#}
    {%- do keep('settings in force', dict(in_force, **wanted)) -%}
    {%- for name in in_force if name not in wanted -%}{%- do run_query('reset ' ~ name) -%}{%- endfor -%}
    {%- for name, value in wanted.items() if in_force.get(name) != value -%}{%- do run_query('set ' ~ name ~ ' = ' ~ value) -%}{%- endfor -%}
    {%- do keep('settings in force', wanted) -%}
{% endmacro %}
