"""Convert dataclasses to JSON-ready data and back; reading is strict."""

import types
import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import StrEnum
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

from rules.errors import RecordError

T = TypeVar("T")


def _cached(make: Callable[[Any], T]) -> Callable[[Any], T]:
    """Cache a function whose argument is a type; mypy rejects such arguments for `cache`."""
    return cache(make)


LATER = {"later": True}
"""Metadata for a field added after its class was first stored.

Such a field is omitted while it holds its default, and a document may lack it. Older documents
therefore stay readable and keep their digest.
"""


def to_plain(value: Any) -> Any:
    """Return a value made of dataclasses, enums, tuples, lists and dicts as JSON-ready data."""
    return _writer(type(value))(value)


_SIMPLE = frozenset((type(None), int, str, bool, float))

Writer = Callable[[Any], Any]


@_cached
def _writer(kind: type) -> Writer:
    """Return the function that writes values of a type; cached to inspect each type only once."""
    if kind in _SIMPLE:
        return _same
    if issubclass(kind, StrEnum):
        return {member: member.value for member in kind}.__getitem__
    if issubclass(kind, tuple | list):
        return _written_items
    if issubclass(kind, Mapping):
        return _written_mapping
    return _dataclass_writer(kind)


def _same(value: Any) -> Any:
    return value


def _written_items(items: Iterable[Any]) -> list[Any]:
    # Most items are simple: return them without a call, which is faster.
    return [item if type(item) in _SIMPLE else _writer(type(item))(item) for item in items]


def _written_mapping(mapping: Mapping[Any, Any]) -> dict[str, Any]:
    return dict(zip(map(str, mapping), _written_items(mapping.values()), strict=True))


def _dataclass_writer(kind: type) -> Writer:
    names, later = _names(kind), later_fields(kind)
    read = _parts_of(names)

    def write(value: Any) -> dict[str, Any]:
        return dict(zip(names, _written_items(read(value)), strict=True))

    def write_without_later(value: Any) -> dict[str, Any]:
        parts = dict(zip(names, read(value), strict=True))
        left = {n: part for n, part in parts.items() if n not in later or part != later[n]}
        return dict(zip(left, _written_items(left.values()), strict=True))

    return write_without_later if later else write


def _parts_of(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """Return the function that returns the named attributes of a value."""
    if len(names) > 1:
        return attrgetter(*names)
    # An `attrgetter` of one name returns no tuple.
    return lambda value: tuple(getattr(value, name) for name in names)


@_cached
def _names(cls: type) -> tuple[str, ...]:
    return tuple(item.name for item in fields(cls))


@_cached
def later_fields(cls: type) -> dict[str, Any]:
    """Return the default of each `LATER` field of a dataclass, by name."""
    return {item.name: _default_of(item) for item in fields(cls) if item.metadata == LATER}


def _default_of(item: Field[Any]) -> Any:
    return item.default if item.default_factory is MISSING else item.default_factory()


@_cached
def _hints(cls: type) -> dict[str, Any]:
    return typing.get_type_hints(cls)


def from_plain(kind: type[T], data: Any, where: str = "document") -> T:
    """Return a value of a type, read from data written by `to_plain`.

    Raises RecordError with the path of the faulty part; the path begins with `where`.
    """
    try:
        value: T = _reader(kind)(data)
    except _Fault as fault:
        raise RecordError(f"“{where}{fault.place}” {fault}") from None
    return value


class _Fault(Exception):
    """A fault in a part of a document; `place` is its path, extended as the error propagates."""

    place = ""

    def within(self, place: str) -> "_Fault":
        self.place = place + self.place
        return self


Reader = Callable[[Any], Any]


@_cached
def _reader(kind: Any) -> Reader:
    """Return the function that reads values of a type; cached to resolve type hints only once."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in (types.UnionType, typing.Union):
        inner = _reader(next(item for item in arguments if item is not type(None)))
        is_optional = type(None) in arguments
        return lambda data: None if data is None and is_optional else inner(data)
    if origin is tuple and arguments[-1] is not Ellipsis:
        return _record_reader(tuple(map(_reader, arguments)))
    if origin in (list, tuple):
        return _sequence_reader(origin, _reader(arguments[0]))
    if origin in (dict, Mapping):
        return _mapping_reader(_key_reader(arguments[0]), _reader(arguments[1]))
    if is_dataclass(kind):
        return _dataclass_reader(kind)
    return _simple_reader(kind)


def _sequence_reader(origin: type, item: Reader) -> Reader:
    def read(data: Any) -> Any:
        if not isinstance(data, list):
            raise _Fault("should be a list.")
        found: list[Any] = []
        try:
            for value in data:
                found.append(item(value))  # noqa: PERF401 - the length locates a fault
        except _Fault as fault:
            raise fault.within(f"[{len(found)}]") from None
        return found if origin is list else tuple(found)

    return read


def _record_reader(items: tuple[Reader, ...]) -> Reader:
    def read(data: Any) -> Any:
        if not isinstance(data, list):
            raise _Fault("should be a list.")
        if len(data) != len(items):
            raise _Fault(f"should have {len(items)} items.")
        return tuple(item(value) for item, value in zip(items, data, strict=True))

    return read


def _mapping_reader(key: Reader, item: Reader) -> Reader:
    def read(data: Any) -> Any:
        if not isinstance(data, dict):
            raise _Fault("should be an object.")
        found = {}
        for name, value in data.items():
            known = key(name)
            try:
                found[known] = item(value)
            except _Fault as fault:
                raise fault.within(f".{name}") from None
        return found

    return read


def _key_reader(kind: Any) -> Reader:
    def read(name: Any) -> int:
        if not str(name).isdecimal():
            raise _Fault(f"has the key “{name}” where a number belongs.")
        return int(name)

    return read if kind is int else _simple_reader(kind)


def _dataclass_reader(kind: Any) -> Reader:
    hints, names, later = _hints(kind), _names(kind), later_fields(kind).keys()
    readers = {name: _reader(hints[name]) for name in names}

    def read(data: Any) -> Any:
        if not isinstance(data, dict):
            raise _Fault("should be an object.")
        if data.keys() != readers.keys():
            odd = (data.keys() ^ readers.keys()) - (later - data.keys())
            if odd:
                raise _Fault(
                    f"has missing or unknown fields: {', '.join(sorted(map(str, odd)))[:80]}."
                )
        values: dict[str, Any] = {}
        try:
            for name in data:
                values[name] = readers[name](data[name])
        except _Fault as fault:
            raise fault.within(f".{name}") from None
        return kind(**values)

    return read


def _simple_reader(kind: Any) -> Reader:
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        members = {member.value: member for member in kind}

        def read_member(data: Any) -> Any:
            if not isinstance(data, str) or data not in members:
                raise _Fault(f"should be one of the {kind.__name__} values.")
            return members[data]

        return read_member

    def read(data: Any) -> Any:
        if type(data) is not kind:
            raise _Fault(f"should be {kind.__name__}.")
        return data

    return read
