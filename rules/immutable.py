"""Immutable dataclasses for values that are created many times a move."""

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

Value = TypeVar("Value")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def immutable(cls: type[Value]) -> type[Value]:
    """Turn a class into a dataclass with slots whose instances never change.

    Only the type checker refuses assignments: `frozen=True` would check them at run time too, but
    sets each field with a call, which takes six times as long for an event with many fields.
    """
    return dataclass(slots=True, unsafe_hash=True)(cls)
