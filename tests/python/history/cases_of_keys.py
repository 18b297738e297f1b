"""Hard cases of the row history: keys that move, keys that are written alike, and rows that swap their keys.

What is expected is written by hand from the contract of `cdc_row_history`.
"""

from __future__ import annotations

from case_history import Expected, case
from case_logs import Log
from case_steps import CODES, PAIRS, PRICES, TURNED_PAIRS, WIDE, delete, insert, update

TOMBSTONE_CLOSES = "a tombstone follows each of its deletes and would close the row that just came; it writes a moved row as an update"


def out(log: Log) -> str:
    """Return the operation by which a row leaves its key."""
    return "-update_before" if log.halves_moves else "-delete" if log.splits_moves else "-update"


def into(log: Log) -> str:
    """Return the operation by which a row comes to its key."""
    return "update_after" if log.halves_moves else "insert" if log.splits_moves else "update"


# Keys


@case()
def key_change(log: Log) -> Expected:
    """A row moves to another key, with a change; the move is all that some formats tell of it."""
    log.write(insert("1 ann x"))
    log.at(1).write(update("1 ann x", "2 ann y"))
    log.at(2).write(update("2 ann y", "2 bob y"))
    return Expected({1: f"insert ann x @0 | {out(log)} ann x @1", 2: f"{into(log)} ann y @1 | update bob y @2"})


@case()
def key_change_of_a_row_never_seen(log: Log) -> Expected:
    """A row that no message showed moves to another key: it begins there, and the update is listed, or its first half."""
    log.at(1).write(update("1 ann x", "2 bob y"))
    row = f"{into(log)} bob y"
    if log.splits_moves:
        return Expected({1: "-delete ann x", 2: row})
    if log.halves_moves:
        return Expected({2: row}, ["half_without_effect update_before id=1"])
    return Expected({2: f"{row}{'...' if log.has_partial_images else ''} !update_of_closed_row"})


@case(narrow=True)
def delete_of_another_image_after_a_move(log: Log) -> Expected:
    """What the image of a delete is compared with may be known from the row's former key alone, in the same run and in a later one."""
    log.write(insert("1 ann x"))
    log.write(insert("3 bob y"))
    log.at(1).write(update("1 ann x", "2 ann x"))
    log.write(update("3 bob y", "4 bob y"))
    log.at(2).write(delete("2 ann z"))
    log.write(delete("4 bob z"), late=1)
    rows = {1: f"insert ann x | {out(log)} ann x", 3: f"insert bob y | {out(log)} bob y"}
    rows |= {2: f"{into(log)} ann x | -delete ann z !image_differs"}
    moved = f"{into(log)} bob y"
    return Expected(rows | {4: f"{moved} | -delete bob z !image_differs"}, earlier={0: Expected(rows | {4: moved})})


@case()
def key_change_to_a_deleted_key(log: Log) -> Expected:
    """A row moves to a key whose row was deleted before; the delete lands late."""
    log.write(insert("1 ann x"))
    log.write(insert("2 bob y"))
    log.at(1).write(delete("2 bob y"), late=1)
    log.at(2).write(update("1 ann x", "2 ann x"))
    onto = "!insert_of_open_row" if log.splits_moves else "!move_onto_open_row"
    return Expected(
        {1: f"insert ann x | {out(log)} ann x", 2: f"insert bob y | -delete bob y | {into(log)} ann x"},
        earlier={0: Expected({1: f"insert ann x | {out(log)} ann x", 2: f"insert bob y | {into(log)} ann x {onto}"})},
    )


@case()
def key_change_between_partitions_in_one_second(log: Log) -> Expected:
    """A row moves to a key of another partition and back, all in the second of one commit time."""
    log.write(insert("1 ann x"))
    log.at(1).write(update("1 ann x", "2 ann x"), partition=(0, 1))
    log.write(update("2 ann x", "2 bob x"), partition=1, late=1)
    log.write(update("2 bob x", "1 bob x"), partition=(1, 0))
    log.write(update("1 bob x", "1 cat x"))
    return Expected({
        1: f"insert ann x @0 | {out(log)} ann x @1 | {into(log)} bob x @1 | update cat x @1",
        2: f"{into(log)} ann x @1 | update bob x @1 | {out(log)} bob x @1",
    })  # fmt: skip


@case(without=("oms_canal", "aws_dms"), because="they have no number that would tell the order")
def key_change_over_a_slow_partition(log: Log) -> Expected:
    """What follows a move comes to Kafka before it, in another partition and the same second: only the numbers tell the order."""
    log.write(insert("1 ann x"))
    moved = log.at(1).commit(update("1 ann x", "2 ann x"))
    changed = log.commit(update("2 ann x", "2 bob x"))
    log.send(changed, partition=1)
    log.send(moved, late=1)
    return Expected({1: f"insert ann x | {out(log)} ann x", 2: f"{into(log)} ann x | update bob x"})


@case(only=("dts_canal",), because="they write a change of the partition key as one message")
def partition_key_change(log: Log) -> Expected:
    """DTS splits an update of the column that picks the partition: DELETE and INSERT of one key, with one number, in two partitions."""
    # The transaction's id is optional; without it only the rule that a delete precedes tells the order.
    log.writer.has_gtid = False
    log.write(insert("1 ann x"), partition=1)
    deleted, inserted = log.at(1).commit(delete("1 ann x"), insert("1 ann y"), one_number=True)
    # The partitions are written by themselves: which of the two comes to Kafka first is chance.
    log.send([inserted], partition=0)
    log.send([deleted], partition=1, late=1)
    return Expected({1: "insert ann x | -delete ann x | insert ann y"})


@case()
def keys_a_b_and_b_a(log: Log) -> Expected:
    """The order in which key columns are named does not matter, the values' columns do."""
    log.write(insert("1 2 ann x", PAIRS))
    log.write(insert("2 1 cat x", PAIRS))
    log.at(1).write(update("1 2 ann x", "1 2 bob x", TURNED_PAIRS), part="turned")
    return Expected({"a=1&b=2": "insert ann x | update bob x", "a=2&b=1": "insert cat x"})


@case()
def wide_rows(log: Log) -> Expected:
    """Rows of many columns land in every run."""
    log.write(insert("1 2 3 4 5 6 ann x", WIDE))
    log.at(1).write(update("1 2 3 4 5 6 ann x", "1 2 3 4 5 6 bob x", WIDE), late=1)
    log.at(2).write(insert("2 2 3 4 5 6 cat y", WIDE), late=1)
    rest = "building=2&city=3&door=4&floor=5&shelf=6"
    return Expected(
        {f"aisle=1&{rest}": "insert ann x | update bob x", f"aisle=2&{rest}": "insert cat y"},
        earlier={0: Expected({f"aisle=1&{rest}": "insert ann x"})},
    )


@case(without=("dtle", "debezium"), because="they write a decimal as the base64 of its digits, at the column's scale")
def key_1_and_1_0(log: Log) -> Expected:
    """Of a declared number `1` and `1.0` are one key; where no type is declared, they are two."""
    log.write(insert("1 ann x", PRICES))
    log.at(1).write(update("1.0 ann x", "1.0 bob x", PRICES))
    if log.declares_decimals:
        return Expected({1: "insert ann x | update bob x"})
    image = "bob ?..." if log.has_partial_images else "bob x"
    return Expected({1: "insert ann x", "id=1.0": f"update {image} !update_of_closed_row"})


@case()
def key_01_is_not_1(log: Log) -> Expected:
    """Of a text column `01` and `1` are two keys."""
    log.write(insert("01 ann x", CODES))
    log.write(insert("1 bob x", CODES))
    log.at(1).write(update("01 ann x", "01 cat x", CODES))
    return Expected({"id=01": "insert ann x | update cat x", 1: "insert bob x"})


# Swaps: the row that was there first leaves after the other has come.


@case()
def swap_in_one_transaction(log: Log) -> Expected:
    """Two rows swap their keys."""
    log.write(insert("1 ann x"))
    log.write(insert("2 bob y"))
    log.at(1).write(update("1 ann x", "2 ann x"), update("2 bob y", "1 bob y"))
    return Expected({
        1: f"insert ann x @0 | {out(log)} ann x @1 | {into(log)} bob y @1",
        2: f"insert bob y @0 | {out(log)} bob y @1 | {into(log)} ann x @1",
    })  # fmt: skip


@case(
    without=("canal", "drs_json", "drs_json_c", "dts_canal_legacy"),
    because="both updates of the transaction are rows of one message",
)
def swap_that_lands_in_two_runs(log: Log) -> Expected:
    """Of a swap the first move lands with one run and the second with the next."""
    log.write(insert("1 ann x"))
    log.write(insert("2 bob y"))
    log.at(1).write(update("1 ann x", "2 ann x"), update("2 bob y", "1 bob y"), late=(0, 1))
    onto = "!insert_of_open_row" if log.splits_moves else "!move_onto_open_row"
    return Expected(
        {
            1: f"insert ann x | {out(log)} ann x | {into(log)} bob y",
            2: f"insert bob y | {out(log)} bob y | {into(log)} ann x",
        },
        earlier={0: Expected({1: f"insert ann x | {out(log)} ann x", 2: f"insert bob y | {into(log)} ann x {onto}"})},
    )


@case()
def insert_sent_again_in_its_transaction(log: Log) -> Expected:
    """A tool that goes on after a crash sends an insert again, then the delete of the row, all of one transaction."""
    log.at(1).write(insert("1 ann x"), insert("1 ann x"), delete("1 ann x"))
    return Expected({1: "insert ann x @1 | insert ann x !insert_of_open_row @1 | -delete ann x @1"})


@case(
    without=("canal", "drs_json", "drs_json_c", "dts_canal_legacy", "dtle", "debezium"),
    because="both inserts of the transaction are rows of one message, or a tombstone after the delete makes four messages of three changes",
)
def insert_sent_again_in_another_run(log: Log) -> Expected:
    """The same, and a run comes before what is sent again."""
    log.at(1).write(insert("1 ann x"), insert("1 ann x"), delete("1 ann x"), late=(0, 1, 1))
    return Expected(
        {1: "insert ann x @1 | insert ann x !insert_of_open_row @1 | -delete ann x @1"}, earlier={0: Expected({1: "insert ann x @1"})}
    )


@case(without=("dtle",), because=TOMBSTONE_CLOSES)
def swap_as_delete_and_insert(log: Log) -> Expected:
    """Two rows swap their keys, each move written as DELETE and INSERT."""
    log.write(insert("1 ann x"))
    log.write(insert("2 bob y"))
    log.at(1).write(delete("1 ann x"), insert("2 ann x"), delete("2 bob y"), insert("1 bob y"))
    return Expected({1: "insert ann x | -delete ann x | insert bob y", 2: "insert bob y | -delete bob y | insert ann x"})


@case()
def chain_in_one_transaction(log: Log) -> Expected:
    """Rows move one key further, the first row first (1 to 2 to 3) or the last one (4 to 5 to 6)."""
    for row in ("1 ann x", "2 bob y", "4 cat z", "5 dan q"):
        log.write(insert(row))
    log.at(1).write(update("1 ann x", "2 ann x"), update("2 bob y", "3 bob y"))
    log.at(2).write(update("5 dan q", "6 dan q"), update("4 cat z", "5 cat z"))
    return Expected({
        1: f"insert ann x | {out(log)} ann x",
        2: f"insert bob y | {out(log)} bob y | {into(log)} ann x",
        3: f"{into(log)} bob y",
        4: f"insert cat z | {out(log)} cat z",
        5: f"insert dan q | {out(log)} dan q | {into(log)} cat z",
        6: f"{into(log)} dan q",
    })  # fmt: skip


@case(without=("dtle",), because=TOMBSTONE_CLOSES)
def chain_as_delete_and_insert(log: Log) -> Expected:
    """Rows move one key further, 1 to 2 to 3, each move written as DELETE and INSERT."""
    log.write(insert("1 ann x"))
    log.write(insert("2 bob y"))
    log.at(1).write(delete("1 ann x"), insert("2 ann x"), delete("2 bob y"), insert("3 bob y"))
    return Expected({1: "insert ann x | -delete ann x", 2: "insert bob y | -delete bob y | insert ann x", 3: "insert bob y"})


@case(
    without=("oms_shareplex", "dts_shareplex", "ogg", "oms_canal", "canal", "maxwell"),
    because="their image before a move may have the key alone, which fits both rows: the one that was there first is taken to leave",
)
def row_that_passes_over_an_open_key(log: Log) -> Expected:
    """A row moves onto an open key and on, in one transaction: its image before the second move tells that it is the one that leaves."""
    log.write(insert("1 ann x"))
    log.write(insert("2 bob y"))
    log.at(1).write(update("1 ann x", "2 ann x"), update("2 ann x", "3 ann x"))
    onto = "!insert_of_open_row" if log.splits_moves else "!move_onto_open_row"
    return Expected({
        1: f"insert ann x | {out(log)} ann x",
        2: f"insert bob y | {into(log)} ann x {onto} | {out(log)} ann x",
        3: f"{into(log)} ann x",
    })  # fmt: skip
