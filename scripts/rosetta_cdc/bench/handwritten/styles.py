"""The SQL in which the careful job and the bare one differ."""

from __future__ import annotations

# Numbers of the formats that send JSON numbers are quoted, or their digits would be lost.
QUOTED = (
    r"regexp_replace(cast(kafka_value as string), "
    r"""r'(?s)\G((?>[^"\-0123456789]*)(?:"(?>[^"\\]*)(?:\\.(?>[^"\\]*))*+"(?>[^"\-0123456789]*))*+)"""
    r"""(-?+(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][+\-]?+[0-9]++)?+(?=[\s,\]}]))', '$1"$2"')"""
)
TEXT = "cast(kafka_value as string)"


class Careful:
    """The SQL of the job that keeps all digits."""

    quoted = QUOTED
    # What Spark does with a key that stands twice in a map.
    duplicate_keys = "EXCEPTION"

    @staticmethod
    def metadata(fields: dict[str, str]) -> str:
        """Return the SQL of the metadata map."""
        entries = ", ".join(f"'{path}', {value}" for path, value in fields.items())
        return f"map_filter(map({entries}), (k, v) -> v is not null)"

    @staticmethod
    def laid_over(base: str, top: str) -> str:
        """Return the SQL of a map laid over another."""
        return f"map_concat(map_filter({base}, (k, v) -> not map_contains_key({top}, k)), {top})"

    @staticmethod
    def key_of(names: str, image: str) -> str:
        """Return the SQL of the key columns of an image."""
        return f"map_from_arrays({names}, transform({names}, n -> {image}[n]))"

    @staticmethod
    def text_of(key: str) -> str:
        """Return the SQL of a key's text."""
        return f"array_join(transform(array_sort(map_keys({key})), n -> concat(n, '=', {key}[n])), '&')"


class Bare(Careful):
    """The SQL of the job that does the least."""

    quoted = TEXT
    duplicate_keys = "LAST_WIN"

    @staticmethod
    def metadata(fields: dict[str, str]) -> str:
        """Return the SQL of the metadata map."""
        absent = "cast(array() as array<struct<key string, value string>>)"
        entries = (f"if({value} is null, {absent}, array(struct('{path}' as key, {value} as value)))" for path, value in fields.items())
        return f"map_from_entries(concat({', '.join(entries)}))"

    @staticmethod
    def laid_over(base: str, top: str) -> str:
        """Return the SQL of a map laid over another, of a key in both the last value (see `duplicate_keys`)."""
        return f"map_concat({base}, {top})"

    @staticmethod
    def key_of(names: str, image: str) -> str:
        """Return the SQL of the key column of an image."""
        return f"case when {image} is not null then map({names}[0], {image}[{names}[0]]) end"

    @staticmethod
    def text_of(key: str) -> str:
        """Return the SQL of a key's text."""
        return f"concat(map_keys({key})[0], '=', map_values({key})[0])"
