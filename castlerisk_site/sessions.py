"""Sessions as they are kept in the database, asked for by keys that can be ours."""

import re

from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions

KEY = re.compile(r"[0-9a-z]{32}")


class SessionStore(DatabaseSessions):
    """A session of the database; what a cookie says that can be no key counts as no session.

    Not every database takes every sign: what it refuses to look up would be a failure of ours.
    """

    def __init__(self, session_key: str | None = None) -> None:
        is_key = session_key is not None and KEY.fullmatch(session_key)
        super().__init__(session_key if is_key else None)
