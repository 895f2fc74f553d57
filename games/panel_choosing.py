"""Choosing one territory of many: on the map or in a list, with one chosen from the start."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from games.panel_kit import Group

TEMPLATE = "games/panels/choose.html"


@dataclass(frozen=True, slots=True)
class Choosing:
    """A territory to choose: the one chosen, what to press, and all there are."""

    move: str
    territory: str
    button: str
    groups: tuple[Group, ...]
    explained: str = ""
    has_wishes: bool = False
    is_proposed: bool = False


def with_chosen(groups: Iterable[Group], territory: str) -> tuple[Group, ...]:
    """Return the same groups with the pick of one territory chosen, and no other."""
    return tuple(
        replace(
            group,
            picks=tuple(
                replace(pick, is_chosen=pick.territory == territory) for pick in group.picks
            ),
        )
        for group in groups
    )
