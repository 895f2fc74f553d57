"""PostgreSQL asked in few messages, and with few words.

Django begins a transaction by a message of its own and ends it by another, each of which costs
about as much as what it asks; and the server works out anew how to answer what it was asked a
thousand times, which costs more than the answer.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from django.db import connection
from psycopg.pq import TransactionStatus

PLACE = "%s"
"""Stands in a statement for a value."""

COMMIT = "COMMIT"
"""Ends a transaction with the message that writes; Django finds it ended then."""

PREPARED_AT = 3
"""When it is asked for the so manieth time on a connection, a statement is given a name there."""

MOST_PREPARED = 100
"""So many statements have names on a connection; all others are asked in full."""


@dataclass(slots=True)
class Known:
    """How often each statement was asked on a connection, and how those with names are called."""

    asked: Counter[str] = field(default_factory=Counter)
    calls: dict[str, str] = field(default_factory=dict)


_known: WeakKeyDictionary[Any, Known] = WeakKeyDictionary()


def in_short(texts: Iterable[str]) -> list[str]:
    """Return statements as the server of this thread's connection understands them, same places."""
    driver = connection.connection
    known = _known.setdefault(driver, Known())
    return [known.calls.get(text) or _asked(driver, known, text) for text in texts]


def _asked(driver: Any, known: Known, text: str) -> str:
    """Count a statement that has no name yet; name it where it comes often."""
    known.asked[text] += 1
    if known.asked[text] < PREPARED_AT or len(known.calls) >= MOST_PREPARED:
        return text
    name, places = f"castlerisk_{len(known.calls)}", text.count(PLACE)
    numbered = text % tuple(f"${number}" for number in range(1, places + 1))
    with connection.wrap_database_errors:
        driver.execute(f"PREPARE {name} AS {numbered}")
    values = f"({', '.join([PLACE] * places)})" if places else ""
    known.calls[text] = f"EXECUTE {name}{values}"
    return known.calls[text]


def begin() -> tuple[str, ...]:
    """Return what a message starts with so that the transaction begins that Django has promised.

    Empty where it has begun, or none was promised: then every message is a transaction.
    """
    driver = connection.connection
    is_idle = driver.info.transaction_status == TransactionStatus.IDLE
    if driver.autocommit or not is_idle:
        return ()
    # Else the driver would begin it first. Django sets this again when the transaction ends.
    driver.autocommit = True
    return ("BEGIN",)
