"""What is done for many, one after another: whatever fails for one does not hold up the rest."""

import logging
from collections.abc import Callable, Iterable
from typing import TypeVar

from django.db import DatabaseError

logger = logging.getLogger(__name__)

Key = TypeVar("Key")


def count_done(what: str, keys: Iterable[Key], do: Callable[[Key], bool]) -> int:
    """Do something for each; return for how many it says that it was done.

    `what` names in the log what one that fails is. Raises DatabaseError: that would fail for all.
    """
    count = 0
    for key in keys:
        try:
            count += do(key)
        except DatabaseError:
            raise
        # Else the first that fails would keep all after it waiting, hour after hour.
        except Exception:
            logger.exception("failed %s=%s", what, key)
    return count
