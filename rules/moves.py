"""What a player, or the house, may ask: one frozen dataclass per move, and their JSON form.

Answers belong to an open decision. Declarations (orders, wishes, offers, resignation) may be
made at any time. House moves come from a clock or a moderator, never from a player.
How moves are read from JSON, and what each field may hold, stands in `reading.py`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from rules.cards import BattleCard
from rules.forms import Orders, Wishes
from rules.plain import LATER

MOVES: dict[str, type["Move"]] = {}


class Kind(StrEnum):
    """By which door a move comes in."""

    ANSWER = "answer"
    DECLARATION = "declaration"
    HOUSE = "house"


class Scope(StrEnum):
    """How far an answer goes (ORD-3)."""

    BATTLE = "battle"
    ATTACK = "attack"
    TURN = "turn"


class Control(StrEnum):
    """Who plays a seat (ELM-7)."""

    PLAYER = "player"
    BOT = "bot"
    STEWARD = "steward"


class Move:
    """The common type of all moves; `name` in JSON, `rule` what it is made under."""

    __slots__ = ()
    name: ClassVar[str]
    rule: ClassVar[str]
    kind: ClassVar[Kind]


def _move(name: str, rule: str, kind: Kind = Kind.ANSWER) -> Callable[[type], type]:
    def register(cls: type) -> type:
        made = dataclass(frozen=True, slots=True)(cls)
        made.name, made.rule, made.kind = name, rule, kind
        MOVES[name] = made
        return made

    return register


# Set-up


@_move("place_stronghold", "SET-3")
class PlaceStronghold(Move):
    territory: str


@_move("claim", "SET-4")
class Claim(Move):
    territory: str


@_move("place", "TRN-5")
class Place(Move):
    """Some of the armies to be placed, on one territory; again until none is left."""

    territory: str
    armies: int


@_move("hide", "SET-6")
class Hide(Move):
    territory: str


# The turn


@_move("mercenaries", "MRC-1")
class PlayMercenaries(Move):
    """So many Mercenaries cards at once."""

    count: int


@_move("ambassador", "AMB-1")
class PlayAmbassador(Move):
    opponent: int


@_move("attack", "ATT-1")
class DeclareAttack(Move):
    """Declare an attack by land or dotted line and fight its first battle.

    Either `dice`, for one battle, or `press` (ATT-11): battle after battle with the most dice
    until the attacking territory is down to that many armies.
    """

    source: str
    target: str
    dice: int | None = None
    press: int | None = None
    hero: bool = False


@_move("fleet", "FLT-1")
class SailFleet(Move):
    """Declare an attack by fleet; `armies` go aboard, a press goes on to the end (0)."""

    source: str
    target: str
    armies: int
    dice: int | None = None
    press: int | None = None
    hero: bool = False


@_move("battle", "ATT-6")
class Battle(Move):
    """Go on with the open attack: one more battle, or press it."""

    dice: int | None = None
    press: int | None = None
    hero: bool = False


@_move("stop", "ATT-6")
class StopAttack(Move):
    pass


@_move("end_attacks", "TRN-4")
class EndAttacks(Move):
    pass


@_move("move_in", "ATT-9")
class MoveIn(Move):
    armies: int


@_move("reveal", "HID-1")
class Reveal(Move):
    territory: str


# Assassins


@_move("spy", "ASN-1")
class Spy(Move):
    opponent: int


@_move("assassinate_hand", "ASN-2")
class AssassinateHand(Move):
    """A card of a hand: the one named where it may be named, else (None) a random one."""

    opponent: int
    card: BattleCard | None = None


@_move("assassinate_ambassador", "ASN-2")
class AssassinateAmbassador(Move):
    """The Ambassador with which `opponent` forced a truce on `partner`."""

    opponent: int
    partner: int


@_move("assassinate_fortification", "ASN-5")
class AssassinateFortification(Move):
    """The Fortification in play in the open attack."""


@_move("counter", "ASN-3")
class Counter(Move):
    pass


@_move("block_hero", "ASN-4")
class BlockHero(Move):
    pass


@_move("ruin", "DIP-4")
class RuinTrade(Move):
    """An Assassin against one laid card of `opponent`."""

    opponent: int
    card: BattleCard


# Spies


@_move("send_spy", "CAS-4")
class SendSpy(Move):
    opponent: int


@_move("discard_spied", "CAS-4")
class DiscardSpied(Move):
    """The card of the hand seen that its owner discards."""

    card: BattleCard


# Windows of an attack


@_move("defend", "ATT-7")
class Defend(Move):
    """The defender's answer; `reveal` counts the choices of hidden armies that come out."""

    dice: int
    fortification: bool = False
    reveal: int = 0
    scope: Scope = Scope.ATTACK


@_move("name_dice", "ATT-7")
class NameDice(Move):
    dice: int


@_move("pass", "ATT-7")
class Pass(Move):
    """No, or no more."""


# Events and elimination


@_move("block_event", "FOR-3")
class BlockEvent(Move):
    pass


@_move("dragon", "EVT-24")
class ChooseDragonTarget(Move):
    territory: str


@_move("move_armies", "EVT-30")
class MoveArmies(Move):
    source: str
    target: str
    armies: int


@_move("occupy", "ELM-3")
class Occupy(Move):
    """One army from `source` into a vacated territory."""

    territory: str
    source: str


@_move("fill", "ELM-4")
class Fill(Move):
    """Which vacated territories to fill first, and which of one's own give armies first.

    Territories not listed come last, in board order and by the largest garrison. `stronghold`
    says that the armies beside one's stronghold may be spared.
    """

    prefer: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    stronghold: bool = False


# Territory cards, fortifying, headquarters (chapter 11)


@_move("trade_set", "CLA-4")
class TradeSet(Move):
    """Three territory cards, in alphabetical order, for armies.

    `territory` is the one of one's own among them that gets the bonus, None where there is none.
    """

    set_cards: tuple[str, ...]
    territory: str | None = None


@_move("fortify", "CLA-3")
class Fortify(Move):
    source: str
    target: str
    armies: int


@_move("mark_headquarters", "CLA-6")
class MarkHeadquarters(Move):
    territory: str


# Declarations


@_move("orders", "ORD-1", Kind.DECLARATION)
class SetOrders(Move):
    orders: Orders


@_move("wishes", "SET-10", Kind.DECLARATION)
class SetWishes(Move):
    wishes: Wishes


@_move("lay_cards", "DIP-3", Kind.DECLARATION)
class LayCards(Move):
    """Lay cards face up for a trade with `partner`, in place of those laid before."""

    partner: int
    cards: tuple[BattleCard, ...]


@_move("accept_trade", "DIP-3", Kind.DECLARATION)
class AcceptTrade(Move):
    """Accept the trade as it lies: what one gives and what one gets."""

    partner: int
    give: tuple[BattleCard, ...]
    get: tuple[BattleCard, ...]


@_move("withdraw_trade", "DIP-3", Kind.DECLARATION)
class WithdrawTrade(Move):
    partner: int


@_move("offer_pact", "DIP-1", Kind.DECLARATION)
class OfferPact(Move):
    """Offer an alliance or truce; see `pacts.TERMS` for the terms.

    It is for a number of `rounds`, or to the end of the round `until`, or open where both are 0.
    """

    partners: tuple[int, ...]
    terms: tuple[str, ...]
    rounds: int = 0
    words: str = ""
    until: int = field(default=0, metadata=LATER)


@_move("answer_pact", "DIP-1", Kind.DECLARATION)
class AnswerPact(Move):
    pact: int
    accept: bool


@_move("end_pact", "DIP-1", Kind.DECLARATION)
class EndPact(Move):
    pact: int


@_move("resign", "ELM-7", Kind.DECLARATION)
class Resign(Move):
    pass


@_move("agree", "TRN-9", Kind.DECLARATION)
class AgreeResult(Move):
    """Agree that these seats have won; None takes one's word back."""

    winners: tuple[int, ...] | None


@_move("claim_win", "TRN-9", Kind.DECLARATION)
class ClaimWin(Move):
    pass


# House moves


@_move("default", "ORD-6", Kind.HOUSE)
class Default(Move):
    """The clock ran out: the open decision of the seat gets its default answer."""


@_move("seat", "ELM-7", Kind.HOUSE)
class TakeSeat(Move):
    """A steward or bot takes the seat, a substitute sits down, or the player is back.

    `own` says that whoever plays it sits there in their own right (TRN-9).
    """

    control: Control
    own: bool = False


@_move("end_game", "TRN-9", Kind.HOUSE)
class EndGame(Move):
    """A moderator ends the game with a result; no winners: cancelled."""

    winners: tuple[int, ...] = ()


@_move("disarm", "ORD-8", Kind.HOUSE)
class Disarm(Move):
    """What a player left behind to answer for them is over, which they alone are told."""

    order: str
    words: str


@_move("only_playable", "ORD-2", Kind.HOUSE)
class AskOnlyPlayable(Move):
    """Whether only what can be played is asked: one human seat, nobody watching."""

    only_playable: bool
