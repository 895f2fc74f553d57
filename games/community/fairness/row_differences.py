"""Compare a game's stored rows with the rows of its replayed log."""

from collections.abc import Iterator
from typing import Any

from games.storage.store.card_rows import CardRow
from games.storage.store.rows import Rows
from rules import State

_DIFFERENCES = {
    "cards": "Cards in the database: {stored}; according to the log: {logged}.",
    "kind": "Card {number} is stored as {stored}; according to the log it is {logged}.",
    "card": (
        "Card {number} ({kind}) is stored with zone “{stored.zone}”, holder {stored_holder} and "
        "place {stored.place}; according to the log it has zone “{logged.zone}”, holder "
        "{logged_holder} and place {logged.place}."
    ),
    "territory": (
        "{territory} is stored with owner {stored_owner} and army count {stored_armies}; "
        "according to the log it has owner {logged_owner} and army count {logged_armies}."
    ),
    "hidden": "Hidden armies {number} of seat {seat}: “{name}” is stored differently from the log.",
    "hidden count": (
        "Choices of hidden armies in the database: {stored}; according to the log: {logged}."
    ),
    "seat": "Seat {seat}: “{name}” is stored differently from the log.",
    "game": "The game: “{name}” is stored differently from the log.",
}


def row_differences(state: State, there: Rows, here: Rows) -> Iterator[str]:
    """Yield a sentence per difference between the stored rows `there` and the replayed `here`."""
    yield from _of_cards(there.cards, here.cards)
    yield from _of_territories(state, there.game["holdings"], here.game["holdings"])
    yield from _of_hidden_armies(there, here)
    for seat, (stored, logged) in enumerate(zip(there.players, here.players, strict=True)):
        for name in _differing(stored, logged):
            yield _DIFFERENCES["seat"].format(seat=seat, name=name)
    for stored, logged in (
        (there.game, here.game),
        (there.game["position"], here.game["position"]),
    ):
        for name in _differing(stored, logged):
            yield _DIFFERENCES["game"].format(name=name)


def _of_cards(there: tuple[CardRow, ...], here: tuple[CardRow, ...]) -> Iterator[str]:
    if len(there) != len(here):
        yield _DIFFERENCES["cards"].format(stored=len(there), logged=len(here))
        return
    for number, (stored, logged) in enumerate(zip(there, here, strict=True)):
        if stored[:2] != logged[:2]:
            yield _DIFFERENCES["kind"].format(number=number, stored=stored.kind, logged=logged.kind)
        elif stored != logged:
            yield _DIFFERENCES["card"].format(
                number=number,
                kind=logged.kind,
                stored=stored,
                logged=logged,
                stored_holder=_seat(stored.holder),
                logged_holder=_seat(logged.holder),
            )


def _of_territories(state: State, there: list[Any], here: list[Any]) -> Iterator[str]:
    territories = state.board.territories.values()
    for territory, stored, logged in zip(territories, there, here, strict=False):
        if stored != logged:
            yield _DIFFERENCES["territory"].format(
                territory=territory.name,
                stored_owner=_seat(stored[0]),
                stored_armies=stored[1],
                logged_owner=_seat(logged[0]),
                logged_armies=logged[1],
            )


def _of_hidden_armies(there: Rows, here: Rows) -> Iterator[str]:
    for number, (stored, logged) in enumerate(zip(there.hidden, here.hidden, strict=False)):
        for name in stored._fields:
            if getattr(stored, name) != getattr(logged, name):
                yield _DIFFERENCES["hidden"].format(number=number, seat=logged.maker, name=name)
    if len(there.hidden) != len(here.hidden):
        yield _DIFFERENCES["hidden count"].format(stored=len(there.hidden), logged=len(here.hidden))


def _differing(there: dict[str, Any], here: dict[str, Any]) -> Iterator[str]:
    """Yield the names of the values that differ."""
    return (name for name in {**here, **there} if there.get(name) != here.get(name))


def _seat(owner: int | None) -> str:
    return "nobody" if owner is None else f"seat {owner}"
