"""PostgreSQL with few messages and prepared statements.

Django sends BEGIN and COMMIT as messages of their own, and each costs about as much as a query.
Planning a statement that has run a thousand times costs more than executing it.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from django.db import connection
from psycopg.pq import TransactionStatus

PLACE = "%s"
"""Placeholder for a value in a statement."""

COMMIT = "COMMIT"
"""Sent with the last writes, to commit in the same message; Django then finds the transaction
already ended."""

PREPARED_AT = 3
"""A statement is prepared on its third use on a connection."""

MOST_PREPARED = 100
"""The most prepared statements on a connection; all others are sent in full."""


@dataclass(slots=True)
class Known:
    """Use counts of a connection's statements, and the EXECUTE text of the prepared ones."""

    asked: Counter[str] = field(default_factory=Counter)
    calls: dict[str, str] = field(default_factory=dict)


_known: WeakKeyDictionary[Any, Known] = WeakKeyDictionary()


def in_short(texts: Iterable[str]) -> list[str]:
    """Return statements for this thread's connection, EXECUTE in place of the prepared ones."""
    driver = connection.connection
    known = _known.setdefault(driver, Known())
    return [known.calls.get(text) or _asked(driver, known, text) for text in texts]


def _asked(driver: Any, known: Known, text: str) -> str:
    """Count a use of an unprepared statement; prepare it if it is used often."""
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
    """Return the statements that must open the next message: BEGIN if Django expects a transaction.

    Empty if a transaction is already open, or in autocommit mode.
    """
    driver = connection.connection
    is_idle = driver.info.transaction_status == TransactionStatus.IDLE
    if driver.autocommit or not is_idle:
        return ()
        # Stops the driver from sending its own BEGIN. Django resets this after the transaction.
    driver.autocommit = True
    return ("BEGIN",)
