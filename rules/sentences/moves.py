"""What each kind of answer does, in the infinitive: “attack Alaska from Alberta”."""

from collections.abc import Callable
from typing import Any

from rules import moves as m
from rules.moves import Move
from rules.sentences.words import Words, armies, counted


def describe_move(move: Move, words: Words) -> str:
    """Return what a move does, as an infinitive phrase without the player."""
    text = MOVES_IN_WORDS[type(move)]
    parts = {
        name: spoken(words, getattr(move, name))
        for name, spoken in _SPOKEN.items()
        if hasattr(move, name)
    }
    people = words.people(opponent=move.opponent) if hasattr(move, "opponent") else {}
    return words.say(text if isinstance(text, str) else text(move), **{**parts, **people})


_SPOKEN: dict[str, Callable[[Words, Any], str]] = {
    **dict.fromkeys(("territory", "source", "target"), Words.territory),
    "armies": lambda words, value: armies(value),
    "card": lambda words, value: words.a_card(value.value) if value else "a card",
    "count": lambda words, value: words.say(
        counted(value, "{Mercenaries} card", "{Mercenaries} cards")
    ),
    "dice": lambda words, value: counted(value, "die", "dice") if value else "",
    "press": lambda words, value: str(value) if value else "",
    "prefer": lambda words, value: words.territory(next(iter(value), None)),
    "set_cards": Words.territory_cards,
}
"""How to word the fields of a move."""


def _attack(move: m.DeclareAttack) -> str:
    if move.press is not None and move.press > _LAST:
        return _ATTACKS_KEEPING[move.hero]
    return _ATTACKS[move.hero, move.press is not None]


_LAST = 1
"""Armies down to this number cannot attack, so a press that stops there needs no mention."""

_ATTACKS = {
    (False, False): "attack {target} from {source} once with {dice}",
    (False, True): "attack {target} from {source} until it falls",
    (True, False): "attack {target} from {source} once with {dice} and {a Hero}",
    (True, True): "attack {target} from {source} with {a Hero} until it falls",
}
"""The words for an attack by land, keyed by (plays a Hero, is pressed)."""

_ATTACKS_KEEPING = {
    False: "attack {target} from {source} until it falls, stopping at {press}",
    True: "attack {target} from {source} with {a Hero} until it falls, stopping at {press}",
}
"""The words for an attack by land that keeps armies, keyed by whether it plays a Hero."""


def _sail(move: m.SailFleet) -> str:
    return _VOYAGES[move.hero]


_VOYAGES = {
    False: "attack {target} from {source} {by fleet} with {armies}",
    True: "attack {target} from {source} {by fleet} with {armies} and {a Hero}",
}
"""The words for an attack by fleet, keyed by whether it plays a Hero."""


def _battle(move: m.Battle) -> str:
    if not move.press:
        return _AGAIN[move.hero, move.press is not None]
    return (_AGAIN_KEEPING if move.press > _LAST else _AGAIN_PRESSED)[move.hero]


_AGAIN = {
    (False, False): "continue the attack with {dice}",
    (False, True): "continue the attack until one side is gone",
    (True, False): "continue the attack with {dice} and {a Hero}",
    (True, True): "continue the attack with {a Hero} until one side is gone",
}
"""The words for one more battle, or a fleet's battles, keyed by (plays a Hero, is pressed)."""

_AGAIN_PRESSED = {
    False: "continue the attack until the territory falls",
    True: "continue the attack with {a Hero} until the territory falls",
}
"""The words for pressing an attack by land, keyed by whether it plays a Hero."""

_AGAIN_KEEPING = {
    False: "continue the attack until the territory falls, or stop at {press} or fewer",
    True: "continue the attack with {a Hero} until the territory falls, or stop at {press} or "
    "fewer",
}
"""The words for a press by land that keeps armies, keyed by whether it plays a Hero."""


def _defend(move: m.Defend) -> str:
    return _DEFENCES[move.fortification, move.reveal > 0]


_DEFENCES = {
    (False, False): "defend with {dice}",
    (True, False): "defend with {dice} and play a {Fortification}",
    (False, True): "defend with {dice} and reveal hidden armies",
    (True, True): "defend with {dice}, play a {Fortification} and reveal hidden armies",
}
"""The words for a defence, keyed by (spends a Fortification, reveals hidden armies)."""


def _fill(move: m.Fill) -> str:
    return (
        "claim {prefer} first" if move.prefer else "claim the empty territories in the usual order"
    )


MOVES_IN_WORDS: dict[type[Move], str | Callable[[Any], str]] = {
    m.PlaceStronghold: "place the {stronghold} in {territory}",
    m.Claim: "claim {territory}",
    m.Place: "place {armies} on {territory}",
    m.Hide: "hide armies in {territory}",
    m.MarkHeadquarters: "choose {territory} as headquarters",
    m.TradeSet: "trade {set_cards}",
    m.DeclareAttack: _attack,
    m.SailFleet: _sail,
    m.Battle: _battle,
    m.StopAttack: "stop the attack",
    m.EndAttacks: "end the attacks",
    m.MoveIn: "move {armies} in",
    m.Fortify: "move {armies} from {source} to {target}",
    m.PlayMercenaries: "play {count}",
    m.PlayAmbassador: "force a truce on {opponent} with {an Ambassador}",
    m.Reveal: "reveal the hidden armies in {territory}",
    m.Spy: "look at {opponent’s} hand with {an Assassin}",
    m.SendSpy: "send a Spy to look at {opponent’s} hand",
    m.AssassinateHand: "send {an Assassin} against {card} in {opponent’s} hand",
    m.AssassinateAmbassador: "send {an Assassin} against {opponent’s} {Ambassador}",
    m.AssassinateFortification: "send {an Assassin} against the {Fortification}",
    m.DiscardSpied: "discard {card}",
    m.Defend: _defend,
    m.NameDice: "roll {dice}",
    m.BlockHero: "send {an Assassin} against the {Hero}",
    m.Counter: "counter with {an Assassin}",
    m.RuinTrade: "send {an Assassin} against {card} that {opponent} offers",
    m.BlockEvent: "block the event with a {Fortification}",
    m.ChooseDragonTarget: "send the dragon to {territory}",
    m.MoveArmies: "move {armies} from {source} to {target}",
    m.Occupy: "move 1 army from {source} to {territory}",
    m.Fill: _fill,
    m.Pass: "do nothing",
}
"""The words for each kind of answer: a template with its fields, or a function that picks one."""
