"""The type of what collects events while a move is played."""

from collections.abc import Callable

from rules.events import Event

Tell = Callable[[Event], None]
