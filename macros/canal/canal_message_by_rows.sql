{#-
    Parses a message in Canal's layout again, its rows one by one: struct of `canal_envelope`, an element of `data` or `old` that is no object
    is null. Null if a field other than these has the wrong JSON type, or if `data` or `old` is neither an array nor an object, which is an array's only element.

    Spark gives up a whole `data` array for one element that is no object. Such a message alone is parsed a second time, element by
    element, so that the broken row's siblings come through. SeaTunnel wrote an object in the place of the array (until 2.3.8).

    Needs the column message_text.
-#}
{% macro canal_message_by_rows() -%}
    get(transform(
        transform(
            array(from_json(
                {{ rosetta_cdc.exact_text('message_text') }},
                '{{ modules.re.sub('\\s+', ' ', rosetta_cdc.canal_envelope('string')) }}, malformed string',
                {{ rosetta_cdc.json_options('malformed') }}
            )),
            m -> struct(m, transform(
                transform(array(m.data, m.`old`), rows -> if(startswith(rows, '{'), concat('[', rows, ']'), rows)),
                rows -> {{ rosetta_cdc.objects_of_array('rows') }}
            ) as lists)
        ),
        d -> case
            when d.m.malformed is null and coalesce(left(d.m.data, 1) in ('[', '{'), true) and coalesce(left(d.m.`old`, 1) in ('[', '{'), true)
                then named_struct(
                    {%- for name in modules.re.findall('`?(\\w+)`? (?:string|array|map)', rosetta_cdc.canal_envelope('string')) if name not in ('data', 'old') %}
                    '{{ name }}', d.m.`{{ name }}`,
                    {%- endfor %}
                    'data', d.lists[0], 'old', d.lists[1]
                )
        end
    ), 0)
{%- endmacro %}
