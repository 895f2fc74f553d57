"""Case files: moves in a player's words."""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from rules import moves as m
from rules.cards import BattleCard
from rules.cases.fact import Reader
from rules.cases.files import (
    CALLED,
    CaseError,
    card_called,
    cards,
    identifier,
    items,
    one_of,
    seat_of,
    seats_of,
)
from rules.cases.players import read_orders, read_wishes
from rules.moves.json import from_json
from rules.state import State

HERO = r"(?P<hero> (?:and|with) hero)?"

FORMS: tuple[tuple[type[m.Move], str, dict[str, Any]], ...] = (
    (m.PlaceStronghold, "place stronghold at {territory}", {}),
    (m.ClaimWin, "claim win", {}),
    (m.Claim, "claim {territory}", {}),
    (m.Place, "place {armies} (?:at|on|in) {territory}", {}),
    (m.Hide, "hide (?:at|in) {territory}", {}),
    (m.PlayMercenaries, "play {count} mercenaries", {}),
    (m.PlayAmbassador, "ambassador on {opponent}", {}),
    (m.SailFleet, "sail {armies} {source} -> {target} with {dice} dic?e" + HERO, {}),
    (m.SailFleet, "press sail {armies} {source} -> {target}" + HERO, {"press": 0}),
    (m.DeclareAttack, "attack {source} -> {target} with {dice} dic?e" + HERO, {}),
    (m.DeclareAttack, "press {source} -> {target} down to {press}" + HERO, {}),
    (m.DeclareAttack, "press {source} -> {target}" + HERO, {"press": 1}),
    (m.Battle, "battle with {dice} dic?e" + HERO, {}),
    (m.Battle, "press on down to {press}" + HERO, {}),
    (m.StopAttack, "stop", {}),
    (m.EndAttacks, "end attacks", {}),
    (m.MoveIn, "move in {armies}", {}),
    (m.Reveal, "reveal {territory}", {}),
    (m.Spy, "spy on {opponent}", {}),
    (m.AssassinateAmbassador, "assassinate ambassador of {opponent} on {partner}", {}),
    (m.AssassinateFortification, "assassinate fortification", {}),
    (m.AssassinateHand, "assassinate {card} of {opponent}", {}),
    (m.AssassinateHand, "assassinate hand of {opponent}", {}),
    (m.SendSpy, "send spy to {opponent}", {}),
    (m.DiscardSpied, "discard {card}", {}),
    (m.Counter, "counter", {}),
    (m.BlockHero, "block hero", {}),
    (m.RuinTrade, "ruin {card} of {opponent}", {}),
    (
        m.Defend,
        "defend with {dice} dic?e(?P<fortification>,? (?:and )?fortification)?"
        "(?:,? (?:and )?reveal {reveal})?(?: for this {scope})?",
        {},
    ),
    (m.NameDice, "name {dice} dic?e", {}),
    (m.Pass, "pass", {}),
    (m.BlockEvent, "block event", {}),
    (m.ChooseDragonTarget, "dragon on {territory}", {}),
    (m.MoveArmies, "move {armies} {source} -> {target}", {}),
    (m.Occupy, "occupy {territory} from {source}", {}),
    (
        m.Fill,
        "fill(?: {prefer})??(?: from {sources})?(?P<stronghold> and from the stronghold)?",
        {},
    ),
    (m.TradeSet, "trade {set_cards}(?: with the bonus on {territory})?", {}),
    (m.Fortify, "fortify {armies} {source} -> {target}", {}),
    (m.MarkHeadquarters, "mark headquarters at {territory}", {}),
    (m.LayCards, "lay {cards} for {partner}", {}),
    (m.AcceptTrade, "accept {give} for {get} with {partner}", {}),
    (m.WithdrawTrade, "withdraw trade with {partner}", {}),
    (
        m.OfferPact,
        "offer pact to {partners}: {terms}(?: for {rounds} rounds?)?(?: until round {until})?"
        '(?: saying "{words}")?',
        {},
    ),
    (m.AnswerPact, "accept pact {pact}", {"accept": True}),
    (m.AnswerPact, "refuse pact {pact}", {"accept": False}),
    (m.EndPact, "end pact {pact}", {}),
    (m.Resign, "resign", {}),
    (m.AgreeResult, "agree on nothing", {"winners": None}),
    (m.AgreeResult, "agree on {winners}", {}),
    (m.Default, "default", {}),
    (m.TakeSeat, "seat {control}(?P<own> in own right)?", {}),
    (m.EndGame, "end game for {winners}", {}),
    (m.EndGame, "end game", {}),
    (m.Disarm, "tell that {order} is over: {words}", {}),
    (m.AskOnlyPlayable, "ask only playable {only_playable}", {}),
)
"""The patterns of moves, with their fixed fields; the first match applies.

A {name} is a field; a named group is a Boolean field and sets it to true.
"""

NUMBERS = ("armies", "count", "dice", "press", "reveal", "pact", "rounds", "until")
PLAYERS = ("opponent", "partner")
CARD_LISTS = ("cards", "give", "get")
NAME_LISTS = ("prefer", "sources")


def _shape(name: str) -> str:
    if name in NUMBERS:
        return rf"(?P<{name}>\d+)"
    if name in (*PLAYERS, "control", "scope", "only_playable"):
        return rf"(?P<{name}>\w+)"
    if name == "card":
        return rf"(?P<card>{'|'.join([*BattleCard, *CALLED])})"
    return rf"(?P<{name}>.+?)"


def _pattern(form: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\{(\w+)\}", lambda found: _shape(found[1]), form))


PATTERNS = tuple((cls, _pattern(form), given) for cls, form, given in FORMS)

Read = Callable[[str, Sequence[str]], Any]


def _seat(text: str, names: Sequence[str]) -> int:
    return int(text) if text.isdecimal() else seat_of(text, names)


def _hand(text: str, names: Sequence[str]) -> tuple[BattleCard, ...]:
    return tuple(cards(text, BattleCard))


def _identifier(text: str, names: Sequence[str]) -> str:
    return identifier(text)


READERS: dict[str, Read] = {
    **dict.fromkeys(NUMBERS, lambda text, names: int(text)),
    **dict.fromkeys(PLAYERS, _seat),
    **dict.fromkeys(CARD_LISTS, _hand),
    "set_cards": lambda text, names: tuple(sorted(map(identifier, items(text)))),
    **dict.fromkeys(NAME_LISTS, lambda text, names: tuple(map(identifier, items(text)))),
    "card": lambda text, names: BattleCard(card_called(text)),
    "partners": seats_of,
    "winners": seats_of,
    "terms": lambda text, names: tuple(items(text)),
    **dict.fromkeys(("words", "order"), lambda text, names: text),
    "scope": lambda text, names: m.Scope(one_of(text, list(m.Scope), "scope")),
    "control": lambda text, names: m.Control(one_of(text, list(m.Control), "way to play a seat")),
    "only_playable": lambda text, names: one_of(text, ("yes", "no"), "answer") == "yes",
}
FLAGS = ("hero", "fortification", "stronghold", "own")


def read_moves(state: State, names: Sequence[str], seat: int, text: str) -> list[m.Move]:
    """Return the moves that a text describes: one, unless it is a list of placements."""
    text = " ".join(text.split())
    if text.startswith("place ") and "," in text:
        first, *others = items(text.removeprefix("place "))
        return [_read_move(state, names, seat, f"place {part}") for part in (first, *others)]
    return [_read_move(state, names, seat, text)]


def _read_move(state: State, names: Sequence[str], seat: int, text: str) -> m.Move:
    if text.startswith("{"):
        return _read_json(text)
    word, _, rest = text.partition(" ")
    if word == "orders":
        return m.SetOrders(read_orders(Reader(state, names, seat), rest))
    if word == "wishes":
        return m.SetWishes(read_wishes(Reader(state, names, seat), rest))
    if text.startswith("accept trade with "):
        return _read_acceptance(state, seat, seat_of(text.rpartition(" ")[2], names))
    for cls, pattern, given in PATTERNS:
        found = pattern.fullmatch(text)
        if found:
            return cls(**_fields(found.groupdict(), names), **given)
    raise CaseError(f"No move reads “{text}”.")


def _fields(groups: dict[str, str | None], names: Sequence[str]) -> dict[str, Any]:
    read = {}
    for name, text in groups.items():
        if name in FLAGS:
            read[name] = text is not None
        elif text is not None:
            read[name] = READERS.get(name, _identifier)(text, names)
    return read


def _read_json(text: str) -> m.Move:
    try:
        data = json.loads(text)
    except ValueError:
        raise CaseError("This move is not valid JSON.") from None
    return from_json(data)


def _read_acceptance(state: State, seat: int, partner: int) -> m.AcceptTrade:
    """Return the acceptance of a trade as currently laid."""
    for trade in state.trades:
        if set(trade.seats) == {seat, partner}:
            return m.AcceptTrade(partner, trade.laid_by(seat), trade.laid_by(partner))
    return m.AcceptTrade(partner, (), ())
