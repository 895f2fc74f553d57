"""Dataclasses as JSON-ready data and back, strictly: a document is either whole or refused."""

import types
import typing
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar

from rules.errors import RecordError

T = TypeVar("T")

LATER = {"later": True}
"""The metadata of a field that came later than others of its class.

While it holds its default it is not written, and a document may lack it: what was written before
it came is read, and keeps its digest.
"""


def to_plain(value: Any) -> Any:
    """Return a value of dataclasses, enums, tuples and dicts as JSON-ready data."""
    if value is None or type(value) in (int, str, bool, float):
        return value
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, tuple | list):
        return [to_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): to_plain(item) for key, item in value.items()}
    unsaid = _later(type(value))
    return {
        name: to_plain(getattr(value, name))
        for name in _names(type(value))
        if name not in unsaid or getattr(value, name) != unsaid[name]
    }


@cache
def _names(cls: type) -> tuple[str, ...]:
    return tuple(item.name for item in fields(cls))


@cache
def _later(cls: type) -> dict[str, Any]:
    return {item.name: default_of(item) for item in fields(cls) if item.metadata == LATER}


def default_of(item: Field) -> Any:
    """Return what a field that has a default holds at first."""
    return item.default if item.default_factory is MISSING else item.default_factory()


@cache
def _hints(cls: type) -> dict[str, Any]:
    return typing.get_type_hints(cls)


def from_plain(kind: type[T], data: Any, where: str = "document") -> T:
    """Return the value of a type that `to_plain` wrote; RecordError names what is wrong."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in (types.UnionType, typing.Union):
        if data is None and type(None) in arguments:
            return None
        return from_plain(next(item for item in arguments if item is not type(None)), data, where)
    if origin in (list, tuple):
        return _read_sequence(origin, arguments, data, where)
    if origin in (dict, Mapping):
        if not isinstance(data, dict):
            raise RecordError(f"“{where}” should be an object.")
        key, item = arguments
        return {
            _read_key(key, name, where): from_plain(item, value, f"{where}.{name}")
            for name, value in data.items()
        }
    if is_dataclass(kind):
        return _read_dataclass(kind, data, where)
    return _read_simple(kind, data, where)


def _read_sequence(origin: type, arguments: tuple, data: Any, where: str) -> Any:
    if not isinstance(data, list):
        raise RecordError(f"“{where}” should be a list.")
    if origin is tuple and arguments[-1] is not Ellipsis:
        if len(data) != len(arguments):
            raise RecordError(f"“{where}” should have {len(arguments)} items.")
        return tuple(
            from_plain(item, value, where) for item, value in zip(arguments, data, strict=True)
        )
    return origin(
        from_plain(arguments[0], value, f"{where}[{index}]") for index, value in enumerate(data)
    )


def _read_key(kind: Any, name: Any, where: str) -> Any:
    if kind is int:
        if not str(name).isdecimal():
            raise RecordError(f"“{where}” has the key “{name}” where a number belongs.")
        return int(name)
    return _read_simple(kind, name, where)


def _read_dataclass(kind: Any, data: Any, where: str) -> Any:
    if not isinstance(data, dict):
        raise RecordError(f"“{where}” should be an object.")
    hints = _hints(kind)
    wanted = set(_names(kind)) - (_later(kind).keys() - data.keys())
    if set(data) != wanted:
        odd = sorted(set(data) ^ wanted, key=str)
        raise RecordError(f"“{where}” lacks or has too much: {', '.join(map(str, odd))[:80]}.")
    return kind(**{name: from_plain(hints[name], data[name], f"{where}.{name}") for name in data})


def _read_simple(kind: Any, data: Any, where: str) -> Any:
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        if data not in list(kind):
            raise RecordError(f"“{where}” should be one of the {kind.__name__} values.")
        return kind(data)
    if type(data) is not kind:
        raise RecordError(f"“{where}” should be {kind.__name__}.")
    return data
