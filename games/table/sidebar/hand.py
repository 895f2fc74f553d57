"""The viewer's battle cards and hidden armies."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from games.drawing.display.parts import Part, Scene, Section, only
from games.drawing.display.seals import sealed
from games.drawing.display.words import is_paused, words_of
from rules import Ruleset, View
from rules import moves as m
from rules.cards import BattleCard
from rules.events.turn import CardsSeen, TurnBegan
from rules.moves.options import Choice

BESIDE = {card.value: card for card in (BattleCard.HERO, BattleCard.FORTIFICATION)}
"""The additional card that a move plays if the field with this name is true."""


def drawn_cards(scene: Scene) -> tuple[str, ...]:
    """Return the kinds of the battle cards that the viewer has drawn in the newest entry."""
    cards: list[str] = []
    for event in scene.events:
        if isinstance(event, TurnBegan):
            # The cards dealt before the first turn are not news.
            cards.clear()
        elif isinstance(event, CardsSeen) and event.seat == scene.seat:
            cards += event.cards
    return tuple(cards)


def hand_part(scene: Scene) -> Part:
    """Return the viewer's battle cards by kind, and the hands that the viewer has seen."""
    view, new = scene.view, drawn_cards(scene)
    words = words_of(scene)
    return Part(
        "table/sidebar/hand/_hand.html",
        {
            "is_player": scene.seat is not None,
            "count": len(view.hand),
            "cards": [
                _card(view, card, count) | {"is_new": card.value in new}
                for card, count in Counter(view.hand).items()
            ],
            "seen": [
                {"name": words.player(seat), "cards": words.cards(cards)}
                for seat, cards in view.seen.items()
            ],
        },
    )


def playable_part(scene: Scene) -> Part:
    """Return the kinds of card that can be played now, which change more often than the hand."""
    playable = set() if is_paused(scene) else _playable(scene.view)
    kinds = sorted(card.value for card in playable)
    return Part("table/sidebar/hand/_playable.html", {"kinds": kinds})


def _card(view: View, card: BattleCard, count: int) -> dict[str, Any]:
    return {
        "kind": card.value,
        "title": view.ruleset.card_texts[card].title,
        "motif": view.ruleset.card_texts[card].motif,
        "count": count,
    }


def card_texts(ruleset: Ruleset) -> list[dict[str, str]]:
    """Return the text of each kind of battle card, which a page includes once."""
    return [
        {"kind": card.value, "line": text.line, "text": text.text, "rule": text.rule}
        for card, text in ruleset.card_texts.items()
    ]


def _playable(view: View) -> set[BattleCard]:
    """Return the cards in the viewer's hand that can be played now."""
    if view.decision is None:
        return set()
    held, found = set(view.hand), set[BattleCard]()
    for part in view.offer_parts():
        if found >= held:
            break
        for option in part():
            found |= _played_by(option.move, option.choices) & held
    return found


def _played_by(move: type[m.Move], choices: Mapping[str, Choice]) -> set[BattleCard]:
    beside = {card for name, card in BESIDE.items() if True in choices.get(name, ())}
    return beside | ({move.plays} if move.plays else set())


def hidden_part(scene: Scene) -> Part:
    """Return the viewer's unrevealed hidden armies, with the commitment of each."""
    return Part(
        "table/sidebar/hand/_hidden.html",
        {"size": scene.view.hidden_size, "slips": list(_own(scene))},
    )


def _own(scene: Scene) -> Iterator[dict[str, Any]]:
    territories = scene.view.board.territories
    for choice in scene.view.sealed:
        if scene.seat is not None and choice["holder"] == scene.seat and not choice["revealed"]:
            maker = choice["maker"]
            yield {
                "territory": territories[choice["territory"]].name,
                "maker": None if maker == scene.seat else scene.seating.names[maker],
                "seal": sealed(choice["commitment"]),
            }


SECTIONS = (
    # What can be played depends on the whole position; its view is never equal to an earlier one.
    Section(only("playable", playable_part), lambda scene: scene.view.decision and scene.view),
    Section(
        only("hand", hand_part),
        lambda scene: (scene.view.hand, scene.view.seen, drawn_cards(scene)),
    ),
    Section(only("hidden", hidden_part), lambda scene: (scene.view.hidden_size, scene.view.sealed)),
)
"""The sections of games with battle cards."""
