"""Dataclasses as JSON-ready data and back, strictly: a document is either whole or refused."""

import types
import typing
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar

from rules.errors import RecordError

T = TypeVar("T")


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
    later = _later(type(value))
    return {
        name: to_plain(getattr(value, name))
        for name in _names(type(value))
        if name not in later or getattr(value, name) != later[name]
    }


@cache
def _names(cls: type) -> tuple[str, ...]:
    return tuple(item.name for item in fields(cls))


@cache
def _later(cls: type) -> dict[str, Any]:
    """Return the fields a class names in LATER, with their defaults.

    They came when documents without them were kept already, so a default is not written.
    """
    names = getattr(cls, "LATER", ())
    return {item.name: item.default for item in fields(cls) if item.name in names}


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
    missing = _later(kind).keys() - data.keys()
    if odd := (set(data) ^ set(_names(kind))) - missing:
        told = ", ".join(sorted(map(str, odd)))[:80]
        raise RecordError(f"“{where}” lacks or has too much: {told}.")
    return kind(**{name: from_plain(hints[name], data[name], f"{where}.{name}") for name in data})


def _read_simple(kind: Any, data: Any, where: str) -> Any:
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        if data not in list(kind):
            raise RecordError(f"“{where}” should be one of the {kind.__name__} values.")
        return kind(data)
    if type(data) is not kind:
        raise RecordError(f"“{where}” should be {kind.__name__}.")
    return data
