"""Loops in which one item's failure does not stop the others."""

import logging
from collections.abc import Callable, Iterable
from typing import TypeVar

from django.db import DatabaseError

logger = logging.getLogger(__name__)

Key = TypeVar("Key")


def count_done(what: str, keys: Iterable[Key], do: Callable[[Key], bool]) -> int:
    """Call `do` for each key; return how often it returned True.

    A failure is logged with `what`, the kind of key. A DatabaseError is not caught, since it would
    affect all keys.
    """
    count = 0
    for key in keys:
        try:
            count += do(key)
        except DatabaseError:
            raise
        # An uncaught failure would block all later keys on every run.
        except Exception:
            logger.exception("failed %s=%s", what, key)
    return count
