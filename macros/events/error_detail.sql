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
        when error_code = 'format_mismatch' then concat('the message does not have the structure of ', source_format, ', the format of its topic')
        when error_code = 'empty_value' then 'the value has no bytes, only blanks, or is JSON null'
        when error_code = 'invalid_utf8' then 'the value is not UTF-8 text'
        when error_code = 'invalid_avro' then concat('the bytes are no Avro record of ', source_format)
        when error_code = 'invalid_json' then 'the value begins like a JSON object and is none: cut, broken, nested deeper than 1,000 levels, or followed by more text'
        when error_code = 'not_a_json_object' then 'the value is an array, a number, plain text or binary, not a JSON object'
        when error_code = 'unpaired_surrogate' then 'a string escapes half a surrogate pair, which no text can hold'
        when error_code = 'wrong_type' then 'a field that should be an object or an array has another JSON type'
        when error_code = 'missing_image' then 'the operation needs an image that the message lacks'
        when error_code = 'duplicate_column' then 'an image or the list of types names a column twice'
    end
{%- endmacro %}
