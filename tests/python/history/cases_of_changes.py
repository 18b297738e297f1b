"""Hard cases of the row history: keys that move, deletes, contradictions, table events and partial images.

What is expected is written by hand from the contract of `cdc_row_history`.
"""

from __future__ import annotations

from case_history import Expected, case
from case_logs import CODES, ITEMS, PAIRS, PRICES, TURNED_PAIRS, WIDE, Log, create, delete, drop, insert, truncate, update

HALVES = ("dataworks_v1", "oms_shareplex", "dts_shareplex")
NO_HALVES = "their updates are one message"
PARTIAL = ("dts_canal_legacy", "oms_shareplex", "dts_shareplex", "ogg")
NO_PARTIAL = "their images after an update hold every column"
NO_TRUNCATE = ("maxwell",)
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
    """Of a declared decimal `1` and `1.0` are one key; where no type is declared, they are two."""
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
    without=("oms_shareplex", "dts_shareplex", "ogg"),
    because="their image before a move holds the key only, which fits both rows: the one that was there first is taken to leave",
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


# Deletes and contradictions


@case()
def update_after_a_delete(log: Log) -> Expected:
    """An update opens a deleted row again; what a partial one does not tell stays unknown, also for the update that follows."""
    log.write(insert("1 ann x"))
    log.at(1).write(delete("1 ann x"))
    log.at(2).write(update("1 ann x", "1 bob x"))
    log.at(3).write(update("1 bob x", "1 cat x"), late=1)
    note = "?..." if log.has_partial_images else "x"
    start = f"insert ann x | -delete ann x | update bob {note} !update_of_closed_row"
    return Expected({1: f"{start} | update cat {note}"}, earlier={0: Expected({1: start})})


@case(only=PARTIAL, because=NO_PARTIAL, narrow=True)
def partial_update_after_a_delete(log: Log) -> Expected:
    """A partial update after a delete takes nothing from the deleted row; an insert that lands late and stands between completes it."""
    log.write(insert("1 ann x"))
    log.at(1).write(delete("1 ann x"))
    log.at(2).write(insert("1 ann y"), late=1)
    log.at(3).write(update("1 ann y", "1 bob y"))
    return Expected(
        {1: "insert ann x | -delete ann x | insert ann y | update bob y"},
        earlier={0: Expected({1: "insert ann x | -delete ann x | update bob ?... !update_of_closed_row"})},
    )


@case()
def update_that_lands_after_the_delete(log: Log) -> Expected:
    """An update stands before the delete in the partition and lands after it; another one stands in another partition."""
    log.write(insert("1 ann x"))
    log.write(insert("2 dan z"))
    log.at(1).write(update("1 ann x", "1 bob x"), late=1)
    log.write(update("2 dan z", "2 eve z"), partition=1, late=1)
    log.at(2).write(delete("1 bob x"))
    log.write(delete("2 eve z"))
    return Expected(
        {1: "insert ann x @0 | update bob x @1 | -delete bob x @2", 2: "insert dan z @0 | update eve z @1 | -delete eve z @2"},
        earlier={0: Expected({1: "insert ann x | -delete bob x", 2: "insert dan z | -delete eve z"})},
    )


@case()
def insert_twice(log: Log) -> Expected:
    """An insert on an open row replaces it, NULL as any other value, and is listed as a contradiction."""
    log.write(insert("1 ann x"))
    log.at(1).write(insert("1 bob null"))
    return Expected({1: "insert ann x | insert bob null !insert_of_open_row"})


@case()
def lone_tombstone(log: Log) -> Expected:
    """A null value without a delete closes the row if its Kafka key tells which one. It has no commit time."""
    log.write(insert("1 ann x"))
    log.at(1).write_tombstone("1 ann x")
    return Expected({1: "insert ann x @0 | -tombstone ann x @1.4" if log.keys_name_rows else "insert ann x @0"})


# TRUNCATE and DROP


@case(without=NO_TRUNCATE, because="it sends none")
def truncate_between_changes(log: Log) -> Expected:
    """A TRUNCATE closes the rows that are open at its place; one that finds none is listed. Half of the formats tell it by DDL text."""
    log.write(truncate())
    log.at(1).write(insert("1 ann x"))
    log.write(insert("2 bob y"))
    log.at(2).write(truncate())
    log.at(3).write(insert("1 cat z"), late=1)
    return Expected(
        {1: "insert ann x @1 | -truncate ann x @2 | insert cat z @3", 2: "insert bob y @1 | -truncate bob y @2"},
        ["nothing_open truncate -"],
    )


def late_truncate(log: Log, part: str) -> Expected:
    """A TRUNCATE that lands after what follows it."""
    log.write(insert("1 ann x"))
    log.write(insert("2 bob y"))
    log.at(1).write(truncate(), part=part, late=1)
    log.at(2).write(insert("1 cat z"))
    log.write(update("2 bob y", "2 dan y"))
    opened = f"update dan {'?...' if log.has_partial_images else 'y'} !update_of_closed_row"
    return Expected(
        {1: "insert ann x | -truncate ann x | insert cat z", 2: f"insert bob y | -truncate bob y | {opened}"},
        earlier={0: Expected({1: "insert ann x | insert cat z !insert_of_open_row", 2: "insert bob y | update dan y"})},
    )


@case(without=NO_TRUNCATE, because="it sends none")
def truncate_that_lands_late(log: Log) -> Expected:
    """It stands in the partition of the rows."""
    return late_truncate(log, "rows")


@case(without=NO_TRUNCATE, because="it sends none")
def truncate_of_another_topic_that_lands_late(log: Log) -> Expected:
    """It stands in a topic of DDL, ordered by its commit time."""
    return late_truncate(log, "ddl")


@case(without=NO_TRUNCATE, because="it sends none")
def delete_that_lands_after_the_truncate(log: Log) -> Expected:
    """The TRUNCATE had closed the row; with the late delete it does no more, and its version vanishes."""
    log.write(insert("1 ann x"))
    log.write(insert("2 bob y"))
    log.at(1).write(delete("1 ann x"), late=1)
    log.at(2).write(truncate())
    return Expected(
        {1: "insert ann x | -delete ann x", 2: "insert bob y | -truncate bob y"},
        earlier={0: Expected({1: "insert ann x | -truncate ann x", 2: "insert bob y | -truncate bob y"})},
        removed=["id=1 2"],
    )


@case(without=("dts_shareplex", "ogg"), because="DROP COLUMN is the only DDL of one, the other has none")
def drop_and_create(log: Log) -> Expected:
    """A table is dropped and created again, which its DDL text tells; CREATE does nothing and is listed."""
    log.write(insert("1 ann x"))
    log.write(insert("2 bob y"))
    log.at(1).write(drop())
    log.write(create(ITEMS))
    log.at(2).write(insert("1 cat z"))
    return Expected({1: "insert ann x | -drop ann x | insert cat z", 2: "insert bob y | -drop bob y"}, ["ddl_not_applied ddl -"])


# Updates in halves


@case(only=HALVES, because=NO_HALVES)
def halves_in_different_runs(log: Log) -> Expected:
    """UPDATE_BEFOR waits for UPDATE_AFTER, which lands with a later run; the key stays."""
    log.write(insert("1 ann x"))
    log.at(1).write_halves("1 ann x", "1 bob x", late=(0, 1))
    return Expected(
        {1: "insert ann x | update_after bob x"},
        ["half_without_effect update_before id=1"],
        earlier={0: Expected({1: "insert ann x"}, ["half_waiting update_before id=1"])},
    )


@case(only=HALVES, because=NO_HALVES)
def halves_of_a_key_change_in_different_runs(log: Log) -> Expected:
    """Only the second half tells that the row left its key."""
    log.write(insert("1 ann x"))
    log.at(1).write_halves("1 ann x", "2 ann y", late=(0, 1))
    return Expected(
        {1: "insert ann x | -update_before ann x", 2: "update_after ann y"},
        earlier={0: Expected({1: "insert ann x"}, ["half_waiting update_before id=1"])},
    )


@case(only=HALVES, because=NO_HALVES)
def second_half_of_a_key_change_lands_first(log: Log) -> Expected:
    """Until the first half lands, the second one is an upsert of a row that nobody knows."""
    log.write(insert("1 ann x"))
    # Halves with an identity find each other over partitions, others only as neighbours in one.
    log.at(1).write_halves("1 ann x", "2 ann y", late=(1, 0), partition=(0, 1) if log.code == "dataworks_v1" else 0)
    return Expected(
        {1: "insert ann x | -update_before ann x", 2: "update_after ann y"},
        earlier={0: Expected({1: "insert ann x", 2: "update_after ann y !update_of_closed_row"})},
    )


# Partial images


@case(only=PARTIAL, because=NO_PARTIAL, narrow=True)
def partial_update_lands_before_its_insert(log: Log) -> Expected:
    """The image has what the update tells until the insert arrives."""
    log.write(insert("1 ann x"), late=1)
    log.at(1).write(update("1 ann x", "1 bob x"))
    return Expected({1: "insert ann x | update bob x"}, earlier={0: Expected({1: "update bob ?... !update_of_closed_row"})})


@case(only=PARTIAL, because=NO_PARTIAL, narrow=True)
def late_base_changes_images_under_known_events(log: Log) -> Expected:
    """An insert that lands last changes the images of two updates of earlier runs, whose events stay the same."""
    log.write(insert("1 ann x"), late=2)
    log.at(1).write(update("1 ann x", "1 bob x"))
    log.at(2).write(update("1 bob x", "1 bob y"), late=1)
    log.at(3).write(update("1 bob y", "1 cat y"))
    first = "update bob ?... !update_of_closed_row"
    return Expected(
        {1: "insert ann x | update bob x | update bob y | update cat y"},
        earlier={0: Expected({1: f"{first} | update cat ?..."}), 1: Expected({1: f"{first} | update bob y... | update cat y..."})},
    )


@case(only=PARTIAL, because=NO_PARTIAL, narrow=True)
def late_update_changes_the_image_of_the_next_one(log: Log) -> Expected:
    """A partial update lands between an insert and an update of earlier runs, in another partition: the later image takes its column."""
    log.write(insert("1 ann x"))
    log.at(1).write(update("1 ann x", "1 ann y"), partition=1, late=1)
    log.at(2).write(update("1 ann y", "1 bob y"))
    return Expected(
        {1: "insert ann x | update ann y | update bob y"},
        earlier={0: Expected({1: "insert ann x | update bob x"})},
    )
