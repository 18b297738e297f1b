{#-
    Step of `fold`: of the deliveries of one change the first counts; the others have no role. Adds is_copy and is_effective (may the event make a version).
-#}
{% macro drop_copies() -%}
    |> extend identity is not null and row_number() over (partition by row_id, identity order by place) > 1 as is_copy

    |> set role = if(is_copy, 'none', role)

    |> extend
        role <> 'none' and (role <> 'opening' or opening.version_number is not null) as is_effective
{%- endmacro %}
