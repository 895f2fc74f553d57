"""Copies of a position: the parts that `play` changes are copied, all others are shared.

The type hint of a field decides how it is copied, so a new field needs no code here.
"""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

Copier = Callable[[Any], Any]


def copier_of(parts: type) -> Copier:
    """Return a function that copies instances of a mutable dataclass with slots."""
    copier = _copier(parts)
    if copier is None:
        raise TypeError(f"{parts.__name__} never changes.")
    return copier


@cache
def _copier(hint: Any) -> Copier | None:
    """Return the function that copies values of a type; None if they never change."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _copier_of_union(arguments)
    if origin is list:
        return _copier_of_list(_copier(arguments[0]))
    if origin is dict:
        return _copier_of_dict(_copier(arguments[1]))
    if origin is tuple and any(_copier(each) for each in arguments if each is not Ellipsis):
        raise TypeError(f"{hint} holds values that change; use a list.")
    if is_dataclass(hint) and _is_mutable(hint):
        return _copier_of_fields(hint)
    return None


def _is_mutable(parts: Any) -> bool:
    settings = parts.__dataclass_params__
    return not settings.frozen and not settings.unsafe_hash


def _copier_of_union(arguments: tuple[Any, ...]) -> Copier | None:
    """Return the copier of a union, usually `X | None`; at most one of its types is mutable."""
    copiers = [copier for each in arguments if (copier := _copier(each)) is not None]
    if not copiers:
        return None
    (copier,) = copiers
    if NoneType not in arguments:
        return copier
    return lambda value: None if value is None else copier(value)


def _copier_of_list(copier: Copier | None) -> Copier:
    if copier is None:
        return list.copy
    return lambda values: [copier(value) for value in values]


def _copier_of_dict(copier: Copier | None) -> Copier:
    if copier is None:
        return dict
    return lambda values: {key: copier(value) for key, value in values.items()}


def _copier_of_fields(parts: Any) -> Copier:
    hints = get_type_hints(parts)
    names = [field.name for field in fields(parts)]
    get_all = attrgetter(*names)
    copied = [
        (place, copier)
        for place, name in enumerate(names)
        if (copier := _copier(hints[name])) is not None
    ]
    if not copied:
        return lambda value: parts(*get_all(value))

    def copy(value: Any) -> Any:
        values = list(get_all(value))
        for place, copier in copied:
            values[place] = copier(values[place])
        return parts(*values)

    return copy
