"""Hard cases of the row history: loads, clocks, numbers, redelivered and recreated topics.

What is expected is written by hand from the contract of `cdc_row_history`.
"""

from __future__ import annotations

from case_history import Expected, case
from case_logs import Log
from case_steps import delete, insert, load, update

# Full loads. A format whose loaded rows look like inserted ones gives them a commit time, by which they are ordered like any change.


@case()
def load_after_changes_in_the_same_topic(log: Log) -> Expected:
    """In one partition a loaded row stands where it stands; a snapshot row is valid from its Kafka timestamp."""
    log.write(insert("1 ann x"))
    log.at(1).write(update("1 ann x", "1 bob x"))
    log.at(2).write(load("1 bob x"), late=1)
    log.at(3).write(update("1 bob x", "1 cat x"))
    loaded = "insert bob x !insert_of_open_row @2" if log.loads_as_inserts else "snapshot bob x @2.4"
    return Expected(
        {1: f"insert ann x @0 | update bob x @1 | {loaded} | update cat x @3"},
        earlier={0: Expected({1: "insert ann x @0 | update bob x @1 | update cat x @3"})},
    )


@case()
def load_after_changes_in_a_new_topic(log: Log) -> Expected:
    """Without a load time a load in a topic of its own precedes all changes, however late it lands."""
    log.write(insert("1 ann x"))
    log.at(1).write(update("1 ann x", "1 bob x"))
    log.at(2).write(load("1 zed q"), part="load", late=1)
    log.at(3).write(update("1 bob x", "1 cat x"))
    if not log.loads_as_inserts:
        return Expected({1: "snapshot zed q @0 | insert ann x !insert_of_open_row @0 | update bob x @1 | update cat x @3"})
    note = "q" if log.has_partial_images else "x"
    return Expected({1: f"insert ann x @0 | update bob x @1 | insert zed q !insert_of_open_row @2 | update cat {note} @3"})


@case()
def load_after_changes_in_a_new_topic_with_load_time(log: Log) -> Expected:
    """The registry says when the load read the rows: it precedes the changes after that, though Kafka got it later."""
    log.write(insert("1 ann x"))
    log.at(1).write(update("1 ann x", "1 bob x"))
    log.at(3).write(update("1 bob x", "1 cat x"))
    log.at(5).write(load("1 zed q"), part="timed", late=1)
    if not log.loads_as_inserts:
        return Expected({1: "insert ann x @0 | update bob x @1 | snapshot zed q @3 | update cat x @3"})
    return Expected({1: "insert ann x @0 | update bob x @1 | update cat x @3 | insert zed q !insert_of_open_row @5"})


@case()
def recreated_topic_starts_with_a_load(log: Log) -> Expected:
    """Offsets begin anew, so only the incarnation tells what came first; an update of the old topic lands last."""
    log.write(insert("1 ann x"))
    log.write(insert("2 dan z"))
    log.at(1).write(update("1 ann x", "1 bob x"), late=1)
    log.recreate_topics()
    log.at(5).write(load("1 bob x"))
    log.at(6).write(update("1 bob x", "1 cat x"))
    loaded = "insert bob x !insert_of_open_row @5" if log.loads_as_inserts else "snapshot bob x @5.4"
    return Expected(
        {1: f"insert ann x @0 | update bob x @1 | {loaded} | update cat x @6", 2: "insert dan z"},
        earlier={0: Expected({1: f"insert ann x @0 | {loaded} | update cat x @6", 2: "insert dan z"})},
    )


# Clocks and numbers


@case()
def clock_goes_back(log: Log) -> Expected:
    """A clock that steps back reorders no partition, and no version begins before the one before it."""
    log.write(insert("1 ann x"))
    log.at(5).write(update("1 ann x", "1 bob x"))
    log.at(1).write(update("1 bob x", "1 cat x"), late=1)
    log.at(2).write(update("1 cat x", "1 dan x"))
    log.at(9).write(update("1 dan x", "1 eve x"))
    return Expected(
        {1: "insert ann x @0 | update bob x @5 | update cat x @5 | update dan x @5 | update eve x @9"},
        earlier={0: Expected({1: "insert ann x @0 | update bob x @5 | update dan x @5 | update eve x @9"})},
    )


@case()
def hundred_changes_in_one_second(log: Log) -> Expected:
    """Fifty transactions and one of fifty changes, in one second; some messages land late."""
    rows = [f"1 n{number} x" for number in range(101)]
    log.write(insert(rows[0]))
    log.at(1)
    for number in range(50):
        log.write(update(rows[number], rows[number + 1]), late=1 if number % 7 == 3 else 0)
    log.write(*(update(rows[number], rows[number + 1]) for number in range(50, 100)), late=(0, 1, 0))
    return Expected({1: " | ".join(["insert n0 x @0", *(f"update n{number} x @1" for number in range(1, 101))])})


@case()
def restarted_sequence(log: Log) -> Expected:
    """A number that is smaller than the one before it reorders no partition, and one that comes again makes no copy."""
    log.restart_sequence(4000)
    log.write(insert("1 ann x"))
    log.at(1).write(delete("1 ann x"))
    log.restart_sequence(0)
    log.at(5).write(insert("1 ann x"))
    log.at(6).write(delete("1 ann x"), late=1)
    log.restart_sequence(4000)
    log.at(7).write(insert("1 ann x"))
    return Expected(
        {1: "insert ann x @0 | -delete ann x @1 | insert ann x @5 | -delete ann x @6 | insert ann x @7"},
        earlier={0: Expected({1: "insert ann x @0 | -delete ann x @1 | insert ann x @5 | insert ann x !insert_of_open_row @7"})},
    )


# Redelivery


@case()
def redelivered_to_another_partition(log: Log) -> Expected:
    """Copies are dropped where changes have an identity; elsewhere each change is applied twice, and the last state is the same."""
    log.write(insert("1 ann x"))
    first = log.at(1).write(update("1 ann x", "1 bob x"))
    second = log.at(2).write(update("1 bob x", "1 cat x"))
    log.at(3).send([*first, *second], partition=1, late=1)
    once = Expected({1: "insert ann x | update bob x | update cat x"})
    if log.has_identities:
        return Expected(once.rows, ["copy update id=1", "copy update id=1"], earlier={0: once})
    return Expected({1: "insert ann x | update bob x | update bob x | update cat x | update cat x"}, earlier={0: once})


@case()
def redelivered_to_the_same_partition(log: Log) -> Expected:
    """A suffix comes again, with a delete; without identities the row is opened and deleted again."""
    log.write(insert("1 ann x"))
    first = log.at(1).write(update("1 ann x", "1 bob x"))
    second = log.at(2).write(delete("1 bob x"))
    log.at(3).send([*first, *second], late=1)
    once = Expected({1: "insert ann x @0 | update bob x @1 | -delete bob x @2"})
    if log.has_identities:
        return Expected(once.rows, ["copy delete id=1", "copy update id=1"], earlier={0: once})
    again = "update bob x !update_of_closed_row @2 | -delete bob x @2"
    return Expected({1: f"{once.rows[1]} | {again}"}, earlier={0: once})


@case()
def copy_lands_before_the_original(log: Log) -> Expected:
    """The delivery that stands first makes the version: when it lands, that of the copy vanishes."""
    log.write(insert("1 ann x"))
    original = log.at(1).write(update("1 ann x", "1 bob x"), late=1)
    log.at(2).send(original, partition=1)
    once = Expected({1: "insert ann x @0 | update bob x @1"})
    if log.has_identities:
        return Expected(once.rows, ["copy update id=1"], earlier={0: once}, removed=["id=1 2"])
    return Expected({1: "insert ann x @0 | update bob x @1 | update bob x @1"}, earlier={0: once})
