"""Sessions in the database; malformed session keys are rejected before the query."""

import re

from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions

KEY = re.compile(r"[0-9a-z]{32}")


class SessionStore(DatabaseSessions):
    """A database session that treats a malformed key in the cookie as no session.

    Some databases reject certain characters in a query, and the request would end in a 500.
    """

    def __init__(self, session_key: str | None = None) -> None:
        is_key = session_key is not None and KEY.fullmatch(session_key)
        super().__init__(session_key if is_key else None)
