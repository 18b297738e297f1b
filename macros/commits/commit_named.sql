{#-
    Names the Delta commit of an `insert` statement, in Delta's userMetadata. Statements of other kinds have no place for it and need `name_commits`, which costs a statement of its own.
    name: text, none for no name. Returns SQL to stand after the table's name.
-#}
{% macro commit_named(name) %}
    {{ return(" with (userMetadata = '" ~ name ~ "')" if name else '') }}
{% endmacro %}
