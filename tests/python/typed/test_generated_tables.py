"""Models that `generate_cdc_tables` prints: they build unchanged, whatever a source calls its tables and columns."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from stored_history import StoredHistory
from test_cdc_table import store, version

from rosetta_cdc.sandbox import DbtFailed, Sandbox

HOSTILE = [
    '"; drop table cdc.precious; --', "`; drop table cdc.precious; --", "`", "line\nbreak\r", "tab\t", "x" * 300, "ID", "id", "it's",
    "a\\b\\", "a.b", "primary_key", "row_id", "cast_errors", "select", "价格", "😀", "{{ 1 / 0 }}", "{% raw %}", "{# no #}", "}}",
    "${env:HOME}", "%s", "", " ", "1", "null", "yes",
]  # fmt: skip
# What a table has beside the columns of the source.
KEPT = "row_id, event_id, image_complete, equal_rows, valid_from, applied_at, cast_errors"


def files(printed: str) -> dict[str, str]:
    """Return what was printed, by the names of the files."""
    parts = re.split(r"^(?:--|#) file: (.*)\n", printed, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def generate(warehouse: Sandbox, capfd: pytest.CaptureFixture[str], arguments: str = "{}") -> list[str]:
    """Write the printed models and return their names."""
    capfd.readouterr()
    warehouse.dbt("run-operation", "generate_cdc_tables", "--args", arguments)
    written = files(capfd.readouterr().out)
    for name, text in written.items():
        path = warehouse.project / "models" / "typed" / name
        assert path.parent == warehouse.project / "models" / "typed"
        path.write_text(text, encoding="utf-8")
    return [Path(name).stem for name in written if name.endswith(".sql")]


@pytest.mark.long
def test_hostile_names(warehouse: Sandbox, capfd: pytest.CaptureFixture[str]) -> None:
    """Every column has its own value, nothing is run that a name holds, and a second table of an odd source is beside it."""
    warehouse.registry("")
    warehouse.dbt("seed", "--select", "cdc_topics")
    history = StoredHistory(warehouse)
    image = {name: f"value {number}" for number, name in enumerate(HOSTILE)}
    plain = {**version(image | {"id": "value 6"}), "column_encodings": {name: "dts_canal:varchar" for name in HOSTILE}, "row_image": image}
    odd_id = 'so"u\'r{{ce}}\\.\n😀.d "t.`t`'
    odd = {**version({"id": "1", "total": "1.10", "at": "2024-05-06 07:08:09"}), "table_id": odd_id, "row_id": f"{odd_id}/id=1"}
    store(history, [plain, odd], 1)
    warehouse.spark.sql("create table cdc.precious using delta as select 1 as x")
    warehouse.dbt("run", "--select", "cdc_row_history", "cdc_current_rows", "cdc_cast_errors")
    names = generate(warehouse, capfd)
    assert len(names) == 2
    warehouse.dbt("build", "--select", *names)
    found = {
        frozenset(row.asDict().values())
        for name in names
        for row in warehouse.spark.sql(f"select * except ({KEPT}) from cdc.`{name}`").collect()
    }
    assert frozenset(image.values()) in found
    assert any("1.10" in {str(value) for value in values} for values in found)
    table = next(name for name in names if name.startswith("shop"))
    row = warehouse.spark.table(f"cdc.{table}").collect()[0]
    for column, source in (
        ("价格", "价格"),
        ("select", "select"),
        ("row_id_2", "row_id"),
        ("cast_errors_2", "cast_errors"),
        ("x" * 100, "x" * 300),
    ):
        assert row[column] == image[source]
    assert warehouse.spark.table("cdc.precious").count() == 1
    with pytest.raises(DbtFailed):
        warehouse.dbt("run-operation", "generate_cdc_tables", "--args", "{source: shop, table: nothing}")
