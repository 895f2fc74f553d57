"""PostgreSQL asked in few messages: each of them costs about as much as what it asks.

Django begins a transaction by a message of its own and ends it by another, and the driver lets the
server work out anew how it answers what was asked a thousand times.
"""

import re
from collections.abc import Mapping
from itertools import count
from typing import Any
from weakref import WeakKeyDictionary

from django.db import connection
from psycopg.pq import TransactionStatus

COMMIT = "COMMIT"
"""Ends a transaction with the message that writes; Django finds it ended then."""

_prepared: WeakKeyDictionary[Any, set[str]] = WeakKeyDictionary()
"""The names of the statements that a connection's server has worked out."""


def prepare(texts: Mapping[str, str]) -> None:
    """Let the server work out statements by their names, with places for their values.

    That is done once for a connection; the name stands for the text from then on.
    """
    driver = connection.connection
    names = _prepared.setdefault(driver, set())
    for name, text in texts.items():
        if name not in names:
            with connection.wrap_database_errors:
                driver.execute(f"PREPARE {name} AS {_numbered(text)}")
            names.add(name)


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


def _numbered(text: str) -> str:
    """Return a statement as the server itself takes it: places bear numbers, no % stands twice."""
    numbers = count(1)
    return re.sub("%[s%]", lambda found: "%" if found[0] == "%%" else f"${next(numbers)}", text)
