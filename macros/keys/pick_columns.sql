{#-
    Takes the named columns out of an image, in the order of the names; a name that the image lacks is left out.

    names: array<string> without duplicates or nulls. image, other_values: map<string,string>; `other_values` serves for names
    that the image lacks. Names match exactly, then without regard to case; the result carries the names as given.
    Returns map<string,string>, null if names or (image and other_values) are null.
-#}
{% macro pick_columns(names, image, other_values='cast(null as map<string, string>)') -%}
    case
        when {{ names }} is null then null
        {#- Most keys are one column: no lambda, which Spark interprets. #}
        when size({{ names }}) = 1 and {{ image }}[get({{ names }}, 0)] is not null
            then map(get({{ names }}, 0), {{ image }}[get({{ names }}, 0)])
        when forall({{ names }}, n -> {{ image }}[n] is not null)
            then map_from_arrays({{ names }}, transform({{ names }}, n -> {{ image }}[n]))
        when coalesce({{ image }}, {{ other_values }}) is not null
            then map_from_entries(filter(transform({{ names }}, n -> case
                when map_contains_key({{ image }}, n) then struct(n as key, {{ image }}[n] as value)
                when exists(map_keys({{ image }}), k -> lower(k) = lower(n))
                    then struct(n as key, {{ image }}[get(filter(map_keys({{ image }}), k -> lower(k) = lower(n)), 0)] as value)
                when map_contains_key({{ other_values }}, n) then struct(n as key, {{ other_values }}[n] as value)
            end), e -> e is not null))
    end
{%- endmacro %}
