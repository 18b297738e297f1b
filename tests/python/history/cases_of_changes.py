"""Hard cases of the row history: deletes, contradictions, table events and partial images.

What is expected is written by hand from the contract of `cdc_row_history`.
"""

from __future__ import annotations

from case_history import Expected, case
from case_logs import Log
from case_steps import ITEMS, create, delete, drop, insert, truncate, update

HALVES = ("dataworks_v1", "oms_shareplex", "dts_shareplex")
NO_HALVES = "their updates are one message"
PARTIAL = ("dts_canal_legacy", "oms_shareplex", "dts_shareplex", "ogg")
NO_PARTIAL = "their images after an update hold every column"
NO_TRUNCATE = ("maxwell",)


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
        earlier={0: Expected({1: "insert ann x | -delete bob x !image_differs", 2: "insert dan z | -delete eve z !image_differs"})},
    )


@case()
def delete_of_another_image(log: Log) -> Expected:
    """A delete with other values than the row is applied and listed as a contradiction; NULL may be what the tool does not know."""
    log.write(insert("1 ann x"))
    log.write(insert("2 bob null"))
    log.write(insert("3 cat z"))
    log.at(1).write(delete("1 ann y"))
    log.write(delete("2 bob y"), late=1)
    log.write(delete("3 cat null"))
    log.write(delete("4 dan z"))
    # DMS sends NULL in a delete for what was not logged: it is not read. A format that vouches for no whole image leaves the rest unknown.
    note, rest = ("z" if log.code == "aws_dms" else "null"), ("..." if log.has_partial_images else "")
    deletes = {1: "insert ann x | -delete ann y !image_differs", 3: f"insert cat z | -delete cat {note}", 4: f"-delete dan z{rest}"}
    return Expected(
        deletes | {2: "insert bob null | -delete bob y !image_differs"}, earlier={0: Expected(deletes | {2: "insert bob null"})}
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
    rest = "..." if log.has_partial_images else ""
    return Expected(
        {1: "insert ann x | -update_before ann x", 2: "update_after ann y"},
        earlier={0: Expected({1: "insert ann x", 2: f"update_after ann y{rest} !update_of_closed_row"})},
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
