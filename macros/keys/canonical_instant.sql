{#-
    The one text of an instant or a local time that is written in many ways: `2024-03-01T08:00:00Z`, `2024-03-01 08:00:00.000Z` and `2024-03-01T09:00:00+01:00` all become
    `2024-03-01 08:00:00Z`; a time without a zone has none here, either. By text, so that no digit of the fraction is lost.

    text: date, `T` or a blank, hours and minutes, also seconds, a fraction of any length, a zone as `Z` or offset. Returns text, the given one where it is no such time.
-#}
{% macro canonical_instant(text) -%}
    get(transform(
        array(struct(
            regexp_extract({{ text }}, r'^([0-9-]+[ T][0-9:]+?[0-9]{2})(?:\.[0-9]+)? ?(?:Z|[+-][0-9:]+)?$', 1) as seconds,
            regexp_replace(regexp_extract({{ text }}, r'(\.[0-9]+)', 1), r'\.?0+$', '') as fraction,
            regexp_extract({{ text }}, r'(Z|[+-][0-9]{2}(?::?[0-9]{2})?)$', 1) as zone
        )),
        moment -> coalesce(
            if(
                moment.zone = '' or length(moment.seconds) < 16,
                concat(replace(nullif(moment.seconds, ''), 'T', ' '), moment.fraction),
                concat(
                    date_format(
                        {#- Minutes of the offset; the time itself is read as UTC, whatever zone the session has. #}
                        try_cast(replace(moment.seconds, 'T', ' ') as timestamp_ntz) - make_dt_interval(0, 0, if(
                            moment.zone = 'Z', 0,
                            if(startswith(moment.zone, '-'), -1, 1) * (
                                60 * cast(substring(moment.zone, 2, 2) as int) + coalesce(try_cast(nullif(regexp_replace(substring(moment.zone, 4), ':', ''), '') as int), 0)
                            )
                        )),
                        'yyyy-MM-dd HH:mm:ss'
                    ),
                    moment.fraction, 'Z'
                )
            ),
            {{ text }}
        )
    ), 0)
{%- endmacro %}
