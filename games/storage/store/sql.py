"""SQL text for loading and saving a move, compiled once.

Django takes longer to build a statement than PostgreSQL to run it. Independent statements are sent
to PostgreSQL in one pipeline, which costs one round trip.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache, cached_property, lru_cache
from itertools import islice
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Field, Model, QuerySet

from games.models.fields import DocumentField

Row = tuple[Any, ...]

MOST_TEXTS = 500
"""The maximum number of cached INSERT and UPDATE texts; each number of rows has its own."""


class Select:
    """A compiled SELECT that is run with new values each time; documents are returned as text."""

    def __init__(self, rows: QuerySet[Any]) -> None:
        self._rows = rows

    @cached_property
    def _worked_out(self) -> tuple[str, Row, list[tuple[int, Any, Any]]]:
        """The SQL text, its values, and the columns to convert: (index, expression, converters)."""
        compiler = self._rows.query.get_compiler(DEFAULT_DB_ALIAS)
        text, values = compiler.as_sql()
        found = compiler.get_converters([column for column, *_ in compiler.select])
        converted = [
            (place, expression, functions)
            for place, (functions, expression) in found.items()
            if not isinstance(expression.output_field, DocumentField)
        ]
        return text, tuple(values), converted

    @property
    def text(self) -> str:
        """The SQL text, with placeholders for the values."""
        return self._worked_out[0]

    @property
    def values(self) -> Row:
        """The values of the original queryset, in the order of the placeholders."""
        return self._worked_out[1]

    def read(self, rows: list[Row]) -> list[Row]:
        """Return rows with the converters of their fields applied."""
        converted = self._worked_out[2]
        return [_converted(row, converted) for row in rows] if converted else rows


def _converted(row: Row, converted: list[tuple[int, Any, Any]]) -> Row:
    values = list(row)
    for place, expression, functions in converted:
        for function in functions:
            values[place] = function(values[place], expression, connection)
    return tuple(values)


def ask(selects: Sequence[Select], values: Sequence[Any]) -> list[list[Row]]:
    """Return the rows of several selects; `values` has the values of all selects, in order.

    Each select sees what was committed before it ran.
    """
    left, database = iter(values), connections[DEFAULT_DB_ALIAS]
    with ExitStack() as stack:
        cursors = [stack.enter_context(database.cursor()) for _ in selects]
        with _pipeline(database):
            for cursor, select in zip(cursors, selects, strict=True):
                cursor.execute(select.text, list(islice(left, len(select.values))))
        asked = zip(cursors, selects, strict=True)
        return [select.read(cursor.fetchall()) for cursor, select in asked]


@contextmanager
def _pipeline(database: BaseDatabaseWrapper) -> Iterator[None]:
    """Send the statements of the block to PostgreSQL without waiting for each result.

    An error in one of them is raised at the end of the block. Does nothing on SQLite.
    """
    if database.vendor != "postgresql":
        yield
        return
    with database.wrap_database_errors, database.connection.pipeline():
        yield


class Writes:
    """Statements collected to be sent together, in the order in which they were added."""

    def __init__(self) -> None:
        self._statements: list[tuple[str, list[Any]]] = []

    def update(self, model: type[Model], key: int, columns: Mapping[str, Any]) -> None:
        """Set columns of the row with primary key `key`; the values must be `prepared`."""
        if columns:
            self._add(_update_text(model, tuple(columns)), [*columns.values(), key])

    def update_several(self, model: type[Model], changes: Mapping[int, Mapping[str, Any]]) -> None:
        """Set columns of several rows in one statement; the values must be `prepared`."""
        if len(changes) < 2:
            for key, columns in changes.items():
                self.update(model, key, columns)
            return
        names = sorted({name for columns in changes.values() for name in columns})
        settings: list[str] = []
        values: list[Any] = []
        for field in _fields(model, tuple(names)):
            whens = [(key, each[field.name]) for key, each in changes.items() if field.name in each]
            column = _column(field)
            cases = " ".join("WHEN %s THEN %s" for _ in whens)
            settings.append(f"{column} = CASE id {cases} ELSE {column} END")
            for key, value in whens:
                values += (key, value)
        places = ", ".join("%s" for _ in changes)
        text = f"UPDATE {_quoted(model._meta.db_table)} SET {', '.join(settings)}"
        self._add(f"{text} WHERE id IN ({places})", [*values, *changes])

    def insert(
        self, rows: Sequence[Model], unique: Sequence[str] = (), changed: Sequence[str] = ()
    ) -> None:
        """Insert rows of one model; on a conflict over `unique`, update the columns `changed`."""
        if not rows:
            return
        model = type(rows[0])
        fields, database = _fields(model), connections[DEFAULT_DB_ALIAS]
        values = [
            _prepared(field, getattr(row, field.attname), database)
            for row in rows
            for field in fields
        ]
        self._add(_insert_text(model, len(rows), tuple(unique), tuple(changed)), values)

    def send(self) -> None:
        """Send all statements."""
        if not self._statements:
            return
        database = connections[DEFAULT_DB_ALIAS]
        with database.cursor() as cursor, _pipeline(database):
            for text, values in self._statements:
                cursor.execute(text, values)
        self._statements = []

    def _add(self, text: str, values: list[Any]) -> None:
        self._statements.append((text, values))


def _field(model: type[Model], name: str) -> "Field[Any, Any]":
    field = model._meta.get_field(name)
    if not isinstance(field, Field):
        raise TypeError(f"{name} is not a column of {model.__name__}.")
    return field


@cache
def _fields(model: type[Model], names: tuple[str, ...] = ()) -> "tuple[Field[Any, Any], ...]":
    """Return the named fields; without names, all fields except the primary key."""
    meta = model._meta
    if names:
        return tuple(_field(model, name) for name in names)
    return tuple(field for field in meta.concrete_fields if field is not meta.pk)


@lru_cache(MOST_TEXTS)
def _update_text(model: type[Model], names: tuple[str, ...]) -> str:
    settings = ", ".join(f"{_column(field)} = %s" for field in _fields(model, names))
    return f"UPDATE {_quoted(model._meta.db_table)} SET {settings} WHERE id = %s"


@lru_cache(MOST_TEXTS)
def _insert_text(
    model: type[Model], rows: int, unique: tuple[str, ...], changed: tuple[str, ...]
) -> str:
    fields = _fields(model)
    names = ", ".join(map(_column, fields))
    places = f"({', '.join(['%s'] * len(fields))})"
    text = f"INSERT INTO {_quoted(model._meta.db_table)} ({names}) VALUES "
    text += ", ".join([places] * rows)
    if not unique:
        return text
    key = ", ".join(map(_column, _fields(model, unique)))
    columns = list(map(_column, _fields(model, changed)))
    of_new = ", ".join(f"{column} = EXCLUDED.{column}" for column in columns)
    return f"{text} ON CONFLICT ({key}) DO UPDATE SET {of_new}"


def _column(field: "Field[Any, Any]") -> str:
    if field.column is None:
        raise TypeError(f"{field.name} has no column.")
    return _quoted(field.column)


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)


def prepared(model: type[Model], columns: Mapping[str, Any]) -> dict[str, Any]:
    """Return column values as the database driver expects them, documents as text."""
    database = connections[DEFAULT_DB_ALIAS]
    return {n: _prepared(_field(model, n), value, database) for n, value in columns.items()}


_PLAIN = frozenset((int, str, bool, type(None)))


def _prepared(field: "Field[Any, Any]", value: Any, database: BaseDatabaseWrapper) -> Any:
    if isinstance(field, DocumentField):
        return field.get_prep_value(value)
    if type(value) in _PLAIN:
        return value
    return field.get_db_prep_save(value, database)
