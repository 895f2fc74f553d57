"""A column for a JSON document that comes back exactly as it was stored."""

import json
from typing import Any

from django.db import models

_WRITER = json.JSONEncoder(separators=(",", ":"))


class DocumentField(models.TextField):
    """JSON kept as text; None is kept as NULL.

    A position depends on the order of keys in some of its parts, and PostgreSQL's own JSON
    column sorts them.
    """

    def from_db_value(self, value: str | None, expression: Any, connection: Any) -> Any:
        return None if value is None else json.loads(value)

    def get_prep_value(self, value: Any) -> str | None:
        return None if value is None else _WRITER.encode(value)

    def to_python(self, value: Any) -> Any:
        return value
