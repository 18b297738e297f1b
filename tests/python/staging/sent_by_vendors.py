"""How the tools of clouds and databases write a change: the forms that `test_sent_changes` sends with one key and wrapper alone."""

from __future__ import annotations

from collections.abc import Callable

from case_logs import writer_of
from sent_changes import Change, Form, Sent
from sent_forms import TIME

from rosetta_shop.formats import ALL
from rosetta_shop.model import Change as SourceChange
from rosetta_shop.model import Column, Table, Transaction

# Tools whose settings have forms of their own.
OTHERS = ("canal", "maxwell", "ogg", "aws_dms", "debezium")
COLUMNS = (Column("id", "bigint"), Column("a", "varchar", 20), Column("b", "varchar", 20), Column("doc", "varchar", 40))


def by_writer(code: str, table: str, *, narrow: bool) -> Callable[[Change], list[Sent]]:
    """Return a writer of a format's messages of one table."""
    of_format = writer_of(code, "d", narrow)
    source = Table("d", table, COLUMNS, ("id",))

    def written(change: Change) -> list[Sent]:
        at = TIME + 1000 * change.number
        kind = "snapshot" if change.kind == "load" else change.kind
        number = change.number + 1
        row = SourceChange(kind, at, number, number, 1, 1, source, change.before, change.after)
        return [Sent(message.key, message.value) for message in of_format.write(Transaction(number, at, (row,)))]

    return written


def vendor_forms() -> dict[str, Form]:
    """Return the forms; the table of each has the name of its topic."""
    # Each format as its writer sends it; the older DTS also with the changed columns alone.
    forms = {code: (code, False) for code in ALL if code not in OTHERS} | {"dts_canal_legacy_narrow": ("dts_canal_legacy", True)}
    return {name: Form(code, "", by_writer(code, f"{name}__none__bare", narrow=narrow)) for name, (code, narrow) in forms.items()}
