"""Sessions in the database, each read in one statement with the user who is logged in."""

import json
import re
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions
from django.contrib.sessions.models import Session
from django.db import DEFAULT_DB_ALIAS
from django.db.models import Subquery
from django.db.models.functions import Now

from games.models import User
from games.storage.recent import Recent
from games.storage.store.sql import Select, ask

KEY = re.compile(r"[0-9a-z]{32}")

MOST_KNOWN = 5000
"""The number of sessions whose user each process remembers."""

_known = Recent[str, int](MOST_KNOWN)

_COLUMNS = [field.attname for field in User._meta.concrete_fields]
_session = Session.objects.filter(session_key="", expire_date__gt=Now())
_USER_AND_SESSION = Select(
    User.objects.filter(pk=0).values_list(*_COLUMNS, Subquery(_session.values("session_data")))
)


class SessionStore(DatabaseSessions):
    """A database session that treats a malformed key in the cookie as no session.

    Some databases reject certain characters in a query, and the request would end in a 500.

    `user` is the user who was read with the session, not yet checked; None if there was none.
    """

    user: User | None = None

    def __init__(self, session_key: str | None = None) -> None:
        is_key = session_key is not None and KEY.fullmatch(session_key)
        super().__init__(session_key if is_key else None)

    def load(self) -> dict[str, Any]:
        """Read the session; if it was read before, read the user of that time with it."""
        key = self.session_key or ""
        user = _known.get(key)
        rows = [] if user is None else ask((_USER_AND_SESSION,), (key, user))[0]
        if not rows or rows[0][-1] is None:
            data: dict[str, Any] = super().load()
        else:
            *columns, text = rows[0]
            self.user = User.from_db(DEFAULT_DB_ALIAS, _COLUMNS, columns)
            self.user.preferences = json.loads(self.user.preferences)
            data = self.decode(text)
        if SESSION_KEY in data:
            _known.set(key, int(data[SESSION_KEY]))
        return data
