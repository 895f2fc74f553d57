"""A column for a JSON document that preserves the order of keys."""

import json
from typing import TYPE_CHECKING, Any

from django.db import models

if TYPE_CHECKING:
    # Fields are generic only for type checkers. A document may be any JSON value.
    TextField = models.TextField[Any, Any]
else:
    TextField = models.TextField

_WRITER = json.JSONEncoder(separators=(",", ":"))


class DocumentField(TextField):
    """A JSON document stored as text; None is stored as NULL.

    Some parts of a position depend on the order of keys, which PostgreSQL's jsonb does not keep.
    """

    if TYPE_CHECKING:
        # The Django plugin of mypy reads the types of a column from these attributes.
        _pyi_private_get_type: Any
        _pyi_private_set_type: Any
        _pyi_lookup_exact_type: Any

    def from_db_value(self, value: str | None, expression: Any, connection: Any) -> Any:
        """Return the document of a stored text."""
        return None if value is None else json.loads(value)

    def get_prep_value(self, value: Any) -> str | None:
        """Return a document as text to store."""
        return None if value is None else _WRITER.encode(value)

    def to_python(self, value: Any) -> Any:
        """Return the document unchanged: it is never entered in a form."""
        return value
