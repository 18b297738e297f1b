{#-
    A step of a staging model whose records may hold several messages: a JSON array of objects, or objects one behind the other, whatever delimiter stands between them. Adds row_index
    and rows_in_record; message_text is then the one message. A text that is neither goes on as it is.

    relation: CTE made by `cdc_messages`. Renders a query.

    Where one object ends and the next begins shows outside of strings alone. Those are the even parts between quotation marks, once the escaped ones and the backslashes before them are written
    by their numbers. Numbers that would lose digits come out in quotes.
-#}
{% macro json_documents(relation) -%}
    {{ return(adapter.dispatch('json_documents', 'rosetta_cdc')(relation)) }}
{%- endmacro %}

{#- What `json_documents` does where no project overrides it. -#}
{% macro default__json_documents(relation) -%}
    {%- set delimiter = '[^{}\\[\\]",:]*+' -%}
    {%- set separated -%}
        regexp_replace(array_join(transform(
            split(replace(replace(regexp_replace(message_text, r'(?s)^\s*\[(.*)\]\s*$', '$1'), r'\\', r'\u005c'), r'\"', r'\u0022'), '"'),
            (part, place) -> if(place % 2 = 0, regexp_replace(part, r'\}{{ delimiter }}(?=\{)', '},'), part)
        ), '"'), r'\}{{ delimiter }}$', '}')
    {%- endset %}
    select
        {{ relation }}.* except (message_text),
        coalesce(documents.place, 0) as row_index,
        coalesce(documents.number, 1) as rows_in_record,
        coalesce(documents.text, message_text) as message_text
    from {{ relation }}
        lateral view outer inline(case
            {#- Without an alternative: at each place of the text Spark would try both. #}
            when ltrim(' \t\r\n', message_text) like '[%' or message_text rlike r'\}{{ delimiter }}\{' then get(transform(
                array(from_json(
                    concat('{"documents":[null,', {{ rosetta_cdc.quote_numbers(separated) }}, ',null]}'),
                    'documents array<string>, malformed string', {{ rosetta_cdc.json_options('malformed') }}
                )),
                found -> case
                    when found.malformed is null and size(found.documents) > 2 and get(found.documents, 0) is null and element_at(found.documents, -1) is null
                        then transform(
                            slice(found.documents, 2, size(found.documents) - 2),
                            (document, place) -> struct(place, size(found.documents) - 2 as number, document as text)
                        )
                end
            ), 0)
        end) documents as place, number, text
{%- endmacro %}
