{#-
    One sentence that says what is wrong with a dead letter, never any of its content.
    A staging model's own words (`problem`, see `first_problem`) come first.
-#}
{% macro error_detail() -%}
    {{ return(adapter.dispatch('error_detail', 'rosetta_cdc')()) }}
{%- endmacro %}

{#- What `error_detail` does where no project overrides it. -#}
{% macro default__error_detail() -%}
    case
        when error_code = problem.code and problem.detail is not null then problem.detail
        else case error_code
            when 'format_mismatch' then concat('the message does not have the structure of ', source_format, ', the format of its topic')
            when 'empty_value' then 'the value has no bytes, only blanks, or is JSON null'
            when 'schema_registry_bytes' then 'the value begins with a zero byte, as before the id of a schema in a registry, and no JSON follows: Avro or Protobuf'
            when 'invalid_utf8' then 'the value is not UTF-8 text'
            when 'invalid_avro' then concat('the bytes are no Avro record of ', source_format)
            when 'invalid_json' then 'the value begins like a JSON object and is none: cut, broken, nested deeper than 1,000 levels, or followed by more text'
            when 'not_a_json_object' then 'the value is an array, a number, plain text or binary, not a JSON object'
            when 'unpaired_surrogate' then 'a string escapes half a surrogate pair, which no text can hold'
            when 'wrong_type' then 'a field that should be an object or an array has another JSON type'
            when 'encrypted' then 'the tool has encrypted the values'
            when 'row_not_sent' then 'the tool could not send the row, and says so with its key alone'
            when 'missing_image' then 'the operation needs an image that the message lacks'
            when 'duplicate_column' then 'an image or the list of types names a column twice'
        end
    end
{%- endmacro %}
