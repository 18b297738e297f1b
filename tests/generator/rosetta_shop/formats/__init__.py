"""One writer a message format, and what they have in common."""

from __future__ import annotations

from rosetta_shop.formats.aws_dms import AwsDms
from rosetta_shop.formats.base import Writer
from rosetta_shop.formats.canal import Canal
from rosetta_shop.formats.dataworks_v1 import DataWorks
from rosetta_shop.formats.debezium import Debezium
from rosetta_shop.formats.drs_json import DrsJson
from rosetta_shop.formats.drs_json_c import DrsJsonC
from rosetta_shop.formats.dtle import Dtle
from rosetta_shop.formats.dts_avro import DtsAvro
from rosetta_shop.formats.dts_canal import DtsCanal
from rosetta_shop.formats.dts_canal_legacy import DtsCanalLegacy
from rosetta_shop.formats.dts_shareplex import DtsSharePlex
from rosetta_shop.formats.maxwell import Maxwell
from rosetta_shop.formats.ogg import Ogg
from rosetta_shop.formats.oms_canal import OmsCanal
from rosetta_shop.formats.oms_dataworks_v2 import OmsDataWorks2
from rosetta_shop.formats.oms_default import OmsDefault
from rosetta_shop.formats.oms_default_extend import OmsDefaultExtend
from rosetta_shop.formats.oms_shareplex import OmsSharePlex

WRITERS: dict[str, type[Writer]] = {
    writer.code: writer
    for writer in (
        DataWorks,
        DrsJson,
        DrsJsonC,
        OmsDefault,
        OmsDefaultExtend,
        OmsCanal,
        OmsDataWorks2,
        OmsSharePlex,
        DtsCanal,
        DtsCanalLegacy,
        DtsSharePlex,
        Dtle,
        Canal,
        DtsAvro,
        Debezium,
        Maxwell,
        AwsDms,
        Ogg,
    )
}

ALL = tuple(WRITERS)
# The formats whose messages are text.
JSON = tuple(code for code in ALL if code != DtsAvro.code)


def writer(code: str, *, registered: bool = True, prefix: str = "shop") -> Writer:
    """Return a new writer of a format.

    Args:
        code: the format's code.
        registered: whether the topic registry knows the topics.
        prefix: what the topics' names begin with.

    Raises:
        ValueError: there is no writer of that format.
    """
    if code not in WRITERS:
        raise ValueError(f"no writer of format {code!r}; there are {', '.join(ALL)}")
    if issubclass(WRITERS[code], Dtle):
        return WRITERS[code](registered=registered, topic=f"{prefix}.{code}")
    return WRITERS[code](registered=registered)
