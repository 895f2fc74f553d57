"""Sample events of every kind, one for each variant of the kind's sentence."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from rules import CLASSIC, GREYHAWK, Event, Ruleset
from rules.cards import EVENT_CARDS, EventCard
from rules.events import classic
from rules.events.attack import AttackDeclared, BattleFought, HandTaken, Occupied
from rules.events.base import Modifier
from rules.events.cards import AssassinUsed, EventDrawn, EventIdle
from rules.events.json import EVENTS
from rules.events.setup import Placed
from rules.events.turn import PileShuffled
from rules.moves import Control
from rules.questions import QUESTIONS
from rules.reasons import AttackEnd, GameEnd, PactEnd, TradeEnd
from rules.sentences.setup import PURPOSES
from rules.state.under_way import AssassinUse

_HASH = "0123456789abcdef" * 4
_STORMS = EventCard.AZURE_STORMS
_LAND, _WORLD = ("irongate", "ratik"), ("alaska", "siam")

_VALUES: Mapping[str, Any] = {
    **dict.fromkeys(("seat", "attacker", "captor"), 0),
    **dict.fromkeys(("opponent", "other", "partner", "player", "loser", "defender", "turn"), 1),
    "maker": 2,
    "partners": (1, 2),
    "seats": (0, 1),
    "order": (1, 0, 2),
    "winners": (0,),
    "places": ((0,), (1, 2)),
    "rolls": (((0, 6), (1, 6), (2, 3)), ((0, 2), (1, 5))),
    "empire": "iron_league",
    "banners": ("iron_league",),
    "card": "hero",
    "route": (),
    "cards": ("hero", "hero", "fleet"),
    "hidden": ("ratik",),
    "use": "spy",
    "rule": "HRO-1",
    "set_cards": ("alaska", "siam", "wild"),
    "territory_card": "wild",
    "bonus": 2,
    "territory_cards": ("brazil", "wild"),
    "count": 2,
    "armies": 3,
    "aboard": 4,
    "number": 3,
    "numbers": (3, 4),
    "round": 5,
    "rounds": 3,
    "until": 0,
    "pact": 1,
    "words": "Well?",
    "terms": ("peace", "help", "spare:ratik", "spare:iron_league"),
    "accepted": True,
    "commitment": _HASH,
    "salt": _HASH,
    "deck": "battle",
    "purpose": "spoils",
    "attack_dice": (2, 6, 4),
    "defence_dice": (5, 3),
    "attack_total": 6,
    "defence_total": 6,
    "attack_modifiers": (Modifier(1, "hero", "HRO-1"), Modifier(-1, "mad_overking", "EVT-13")),
    "defence_modifiers": (Modifier(1, "fortification", "FOR-1"),),
    "pairs": ("defender", "attacker"),
    "attack_losses": 1,
    "defence_losses": 1,
    "attackers_left": 7,
    "defenders_left": 1,
    "die": 3,
    "against": 5,
    "success": True,
    "question": QUESTIONS[0],
    "answer": "irongate 5",
    "by": "order",
    "control": "bot",
    "items": (("iron_league", 4), ("independents", 6), ("banner:iron_league", 8)),
}
"""Default values of the events' fields, by field name."""

_REASONS = {
    "game_over": tuple(GameEnd),
    "attack_ended": tuple(AttackEnd),
    "pact_ended": tuple(PactEnd),
    "trade_withdrawn": tuple(TradeEnd),
    "order_disarmed": ("Ratik is taken.",),
    "taken_back": ("A broken link.",),
}

_VARIANTS: Mapping[str, tuple[Mapping[str, Any], ...]] = {
    AttackDeclared.name: ({"route": ("azure_sea", "aerdi_sea")}, {"defender": None}),
    BattleFought.name: ({"attack_modifiers": (), "defence_modifiers": (), "defence_total": 5},),
    HandTaken.name: ({"cards": 2, "hidden": 1}, {"cards": 0, "hidden": 0}),
    Occupied.name: ({"source": None},),
    PileShuffled.name: tuple({"deck": deck, "cards": 30} for deck in ("battle", "territory")),
    Placed.name: tuple({"purpose": purpose} for purpose in PURPOSES),
    AssassinUsed.name: tuple({"use": use.value} for use in AssassinUse),
    EventDrawn.name: tuple({"card": card, "rule": row.rule} for card, row in EVENT_CARDS.items()),
    **dict.fromkeys(("event_blocked", "event_ended"), ({"card": _STORMS},)),
    EventIdle.name: tuple({"card": card.value} for card, row in EVENT_CARDS.items() if row.idle),
    "answered": tuple(
        {"question": question, "by": by}
        for question, by in zip(
            QUESTIONS, ("order", "plan", "clock") * len(QUESTIONS), strict=False
        )
    ),
    "assassin_rolled": ({}, {"success": False}),
    "card_lost": ({}, {"card": "ambassador", "rule": "AMB-2"}),
    "seat_taken": tuple({"control": control.value} for control in Control),
    "result_agreed": ({}, {"winners": None}),
    "pact_answered": ({}, {"accepted": False}),
    "pact_offered": ({}, {"rounds": 0, "until": 7, "words": ""}, {"rounds": 0, "words": ""}),
    "taken_back": ({}, {"round": 0, "turn": None}),
}
"""Values that replace the defaults, by event name; each mapping gives one sample."""

_OWN: Mapping[str, Mapping[str, Any]] = {
    "cards_laid": {"cards": ("hero",)},
    "trade_done": {"cards": (("hero",), ("fleet",))},
    "pile_shuffled": {"cards": 30},
    "hand_taken": {"cards": 2, "hidden": 0},
    "assassin_rolled": {"bonus": 2},
    "order_disarmed": {"order": "claims"},
    "first_rolled": {"purpose": "first turn"},
}
"""Values that replace the defaults in all samples of one kind of event, by event name."""

_ON_WORLD: Mapping[str, Any] = {
    "items": (("territories", 3), ("australia", 2)),
    "rule": "CLA-3",
    "banners": (),
}


def sample_events() -> Iterator[tuple[Event, Ruleset]]:
    """Yield every kind of event in every variant, with a ruleset in which it happens."""
    for kind in EVENTS.values():
        is_on_world = kind.__module__ == classic.__name__
        values, ruleset = ({**_VALUES, **_places(_LAND)}, GREYHAWK)
        if is_on_world:
            values, ruleset = {**values, **_ON_WORLD, **_places(_WORLD)}, CLASSIC
        reasons = tuple({"reason": reason} for reason in _REASONS.get(kind.name, ()))
        for variant in _VARIANTS.get(kind.name, ()) or reasons or ({},):
            default = {"reason": _REASONS[kind.name][0]} if reasons else {}
            parts = {**values, **default, **_OWN.get(kind.name, {}), **variant}
            yield kind(**{item.name: parts[item.name] for item in fields(kind)}), ruleset


def _places(names: tuple[str, str]) -> dict[str, Any]:
    one, other = names
    return {"territory": one, "source": one, "target": other, "territories": names}
