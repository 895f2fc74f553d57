"""What happened: one frozen dataclass per kind of event, and who may see it.

A public event is for everybody. A private one is for the player of its `seat` alone; where a
fact is half secret there are two events side by side, the public one without the secret.
Territories, empires and sea zones are ids, players are seats, armies are whole numbers.
"""

from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any, ClassVar

from rules.plain import LATER, later_fields

EVENTS: dict[str, type] = {}


def _event(name: str, *, private: bool = False):
    def register(cls: type) -> type:
        made = dataclass(frozen=True, slots=True)(cls)
        made.name = name
        made.private = private
        EVENTS[name] = made
        return made

    return register


class Event:
    """The common type of all events: `name` in JSON, `private` when for its seat alone."""

    __slots__ = ()
    name: ClassVar[str]
    private: ClassVar[bool]


@dataclass(frozen=True, slots=True)
class Modifier:
    """One +1 or −1 on a high die total, with the card and the rule that caused it (ATT-8)."""

    value: int
    cause: str
    rule: str


def audience(event: Event) -> tuple[int, ...] | None:
    """Return the seats that may see an event; None is everybody."""
    return (event.seat,) if event.private else None


def is_visible(event: Event, seat: int | None) -> bool:
    """Say whether a seat (None: a spectator) may see an event."""
    return not event.private or event.seat == seat


def to_json(event: Event) -> dict[str, Any]:
    """Return an event as JSON-ready data, its name under "event".

    What came later than others of its class is left out while it holds its default.
    """
    later = later_fields(type(event))
    values = ((item.name, getattr(event, item.name)) for item in fields(event))
    return {
        "event": event.name,
        **{
            name: _plain(value)
            for name, value in values
            if name not in later or value != later[name]
        },
    }


def _plain(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Modifier):
        return {"value": value.value, "cause": value.cause, "rule": value.rule}
    return value


def from_json(data: dict[str, Any]) -> Event:
    """Return the event that was written by `to_json`; KeyError or TypeError for another thing."""
    values = {name: _read(value) for name, value in data.items() if name != "event"}
    return EVENTS[data["event"]](**values)


def _read(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_read(item) for item in value)
    return Modifier(**value) if isinstance(value, dict) else value


# Set-up (chapter 2)


@_event("seats_ordered")
class SeatsOrdered(Event):
    """SET-2: the seats in turn order around the table."""

    order: tuple[int, ...]


@_event("first_rolled")
class FirstRolled(Event):
    """SET-2, SET-8: one die each (ties roll again), who goes first, and for what."""

    rolls: tuple[tuple[tuple[int, int], ...], ...]
    seat: int
    purpose: str


@_event("stronghold_drawn")
class StrongholdDrawn(Event):
    """SET-3."""

    seat: int
    empire: str


@_event("stronghold_placed")
class StrongholdPlaced(Event):
    """SET-3."""

    seat: int
    territory: str


@_event("stronghold_chosen", private=True)
class StrongholdChosen(Event):
    """SET-9: placed unseen, until all have."""

    seat: int
    territory: str


@_event("claimed")
class Claimed(Event):
    """SET-4, SET-9: one army on a territory nobody held."""

    seat: int
    territory: str


@_event("placed")
class Placed(Event):
    """Armies put on a territory, and what they came from; the purpose may be the neutral army."""

    seat: int
    territory: str
    armies: int
    purpose: str


@_event("mustered", private=True)
class Mustered(Event):
    """SET-9: armies placed unseen, until all have."""

    seat: int
    territory: str
    armies: int


@_event("hidden_chosen")
class HiddenChosen(Event):
    """SET-6, HID-3: the sealed choice, public as its commitment only."""

    seat: int
    commitment: str


@_event("hidden_kept", private=True)
class HiddenKept(Event):
    """SET-6: one's own choice, with the salt that opens the commitment."""

    seat: int
    territory: str
    salt: str


# The turn (chapter 3)


@_event("turn_began")
class TurnBegan(Event):
    seat: int
    round: int


@_event("cards_drawn")
class CardsDrawn(Event):
    """TRN-1, TRN-4, SET-7: how many battle cards were drawn."""

    seat: int
    count: int


@_event("cards_seen", private=True)
class CardsSeen(Event):
    """Which battle cards came into one's own hand."""

    seat: int
    cards: tuple[str, ...]


@_event("pile_shuffled")
class PileShuffled(Event):
    """TRN-7: a discard pile became the new deck ("battle" or "event")."""

    deck: str
    cards: int


@_event("ambassador_removed")
class AmbassadorRemoved(Event):
    """AMB-4: Ambassadors that left the game for good."""

    seat: int
    count: int


@_event("mercenaries_played")
class MercenariesPlayed(Event):
    """MRC-1: the numbers covered on the track and the armies they brought."""

    seat: int
    numbers: tuple[int, ...]
    armies: int


@_event("spoils_counted")
class SpoilsCounted(Event):
    """TRN-6: (what, number of armies) for every source, and the sum."""

    seat: int
    items: tuple[tuple[str, int], ...]
    armies: int


@_event("turn_ended")
class TurnEnded(Event):
    seat: int


@_event("game_over")
class GameOver(Event):
    """TRN-8, TRN-9: winners (none: no result), the reason, and the places, best first."""

    winners: tuple[int, ...]
    reason: str
    places: tuple[tuple[int, ...], ...]


# The attack (chapter 4)


@_event("attack_declared")
class AttackDeclared(Event):
    """ATT-1, FLT-1: `route` lists the sea zones of a fleet; `aboard` its armies.

    Here and in a battle `defender` is None where the neutral army stands (CLA-2).
    """

    attacker: int
    defender: int | None
    source: str
    target: str
    route: tuple[str, ...] = ()
    aboard: int = 0


@_event("battle_fought")
class BattleFought(Event):
    """ATT-5, ATT-8: one roll, itemised; dice as rolled, `pairs` names the winner of each.

    `attackers_left` counts the armies in the attacking territory or aboard the fleet.
    """

    attacker: int
    defender: int | None
    source: str
    target: str
    attack_dice: tuple[int, ...]
    defence_dice: tuple[int, ...]
    attack_modifiers: tuple[Modifier, ...]
    defence_modifiers: tuple[Modifier, ...]
    attack_total: int
    defence_total: int
    pairs: tuple[str, ...]
    attack_losses: int
    defence_losses: int
    attackers_left: int
    defenders_left: int


@_event("attack_ended")
class AttackEnded(Event):
    """ATT-6: "captured", "stopped" or "spent"."""

    attacker: int
    source: str
    target: str
    reason: str


@_event("captured")
class Captured(Event):
    """ATT-9: the last defending army fell; `loser` None is the neutral army (CLA-2)."""

    seat: int
    territory: str
    loser: int | None


@_event("moved_in")
class MovedIn(Event):
    """ATT-9, FLT-4."""

    seat: int
    source: str
    target: str
    armies: int


# Elimination (chapter 5)


@_event("eliminated")
class Eliminated(Event):
    """ELM-1: the banners the captor took."""

    player: int
    captor: int
    territory: str
    banners: tuple[str, ...]


@_event("vacated")
class Vacated(Event):
    """ELM-1: the territories left without armies."""

    player: int
    territories: tuple[str, ...]


@_event("hand_taken")
class HandTaken(Event):
    """ELM-2: how many battle cards and unused choices of hidden armies changed hands."""

    captor: int
    player: int
    cards: int
    hidden: int


@_event("hand_taken_seen", private=True)
class HandTakenSeen(Event):
    """ELM-2: which, for the captor alone."""

    seat: int
    cards: tuple[str, ...]
    hidden: tuple[str, ...]


@_event("occupied")
class Occupied(Event):
    """ELM-3, ELM-4: one army into a vacated territory; source None is the stock."""

    seat: int
    territory: str
    source: str | None


# Battle cards (chapter 6) and hidden armies (chapter 7)


@_event("card_played")
class CardPlayed(Event):
    """A Hero, Fortification, Fleet or Ambassador came into play."""

    seat: int
    card: str
    rule: str


@_event("card_returned")
class CardReturned(Event):
    """A card in play went back to its player's hand."""

    seat: int
    card: str
    rule: str


@_event("card_lost")
class CardLost(Event):
    """A card was shown and discarded."""

    seat: int
    card: str
    rule: str


@_event("truce_forced")
class TruceForced(Event):
    """AMB-2."""

    seat: int
    other: int


@_event("truce_ended")
class TruceEnded(Event):
    seat: int
    other: int


@_event("assassin_used")
class AssassinUsed(Event):
    """ASN-1, 2, 4, 5, DIP-4: against whom and what; `card` None is the hand."""

    seat: int
    opponent: int
    use: str
    card: str | None


@_event("assassin_countered")
class AssassinCountered(Event):
    """ASN-3."""

    seat: int
    opponent: int


@_event("assassin_rolled")
class AssassinRolled(Event):
    """ASN-2, ASN-4: one die each, the assassin's bonus, and whether it struck."""

    seat: int
    opponent: int
    die: int
    bonus: int
    against: int
    success: bool


@_event("spied")
class Spied(Event):
    """ASN-1: that A spied on B is public."""

    seat: int
    opponent: int


@_event("hand_seen", private=True)
class HandSeen(Event):
    """ASN-1, CAS-4: what the spy saw."""

    seat: int
    opponent: int
    cards: tuple[str, ...]


@_event("spy_sent")
class SpySent(Event):
    """CAS-4: that A spied on B is public."""

    seat: int
    opponent: int


@_event("spy_countered")
class SpyCountered(Event):
    """CAS-4."""

    seat: int
    opponent: int


@_event("hidden_revealed")
class HiddenRevealed(Event):
    """HID-1, HID-3: the salt opens the commitment of the player who chose (`maker`)."""

    seat: int
    territory: str
    armies: int
    maker: int
    commitment: str
    salt: str


# Event cards


@_event("event_drawn")
class EventDrawn(Event):
    seat: int
    card: str
    rule: str


@_event("event_blocked")
class EventBlocked(Event):
    """FOR-3."""

    seat: int
    card: str


@_event("event_idle")
class EventIdle(Event):
    """The card found nothing to act on."""

    seat: int
    card: str


@_event("event_ended")
class EventEnded(Event):
    """A card in force came to its end."""

    seat: int
    card: str


@_event("armies_lost")
class ArmiesLost(Event):
    """Armies an event card took from a territory."""

    seat: int
    territory: str
    armies: int
    rule: str


@_event("armies_gained")
class ArmiesGained(Event):
    seat: int
    territory: str
    armies: int
    rule: str


@_event("armies_converted")
class ArmiesConverted(Event):
    """EVT-14, EVT-18: a territory with all its armies changed its owner."""

    seat: int
    territory: str
    armies: int
    loser: int
    rule: str


@_event("hand_shown")
class HandShown(Event):
    """EVT-1."""

    seat: int
    cards: tuple[str, ...]


@_event("armies_moved")
class ArmiesMoved(Event):
    """EVT-30."""

    seat: int
    source: str
    target: str
    armies: int


# Standing orders (chapter 8): for their owner alone


@_event("answered", private=True)
class Answered(Event):
    """ORD-5: who answered for the player: "order", "plan", "clock", "bot" or "moderator"."""

    seat: int
    question: str
    answer: str
    by: str


@_event("order_disarmed", private=True)
class OrderDisarmed(Event):
    """ORD-5, ORD-8: an order, wish or plan that is over, and why."""

    seat: int
    order: str
    reason: str


@_event("orders_set", private=True)
class OrdersSet(Event):
    """ORD-1."""

    seat: int


@_event("wishes_set", private=True)
class WishesSet(Event):
    """SET-10."""

    seat: int


# Alliances, truces, trades (chapter 9)


@_event("cards_laid")
class CardsLaid(Event):
    """DIP-3: laid face up for all."""

    seat: int
    partner: int
    cards: tuple[str, ...]


@_event("trade_accepted")
class TradeAccepted(Event):
    seat: int
    partner: int


@_event("trade_withdrawn")
class TradeWithdrawn(Event):
    """DIP-3: by the seat itself or because a laid card left the hand."""

    seat: int
    partner: int
    reason: str


@_event("trade_done")
class TradeDone(Event):
    """DIP-2: what each gave."""

    seats: tuple[int, int]
    cards: tuple[tuple[str, ...], tuple[str, ...]]


@_event("trade_ruined")
class TradeRuined(Event):
    """DIP-4."""

    seats: tuple[int, int]
    card: str


@_event("pact_offered")
class PactOffered(Event):
    """DIP-1: the terms as data, for how many rounds (0: until ended), and free words.

    `until` is the round to whose end it goes where a round was named.
    """

    pact: int
    seat: int
    partners: tuple[int, ...]
    terms: tuple[str, ...]
    rounds: int
    words: str
    until: int = field(default=0, metadata=LATER)


@_event("pact_answered")
class PactAnswered(Event):
    pact: int
    seat: int
    accepted: bool


@_event("pact_begun")
class PactBegun(Event):
    pact: int


@_event("pact_broken")
class PactBroken(Event):
    """DIP-1: the attack just declared breaks the pact; nothing stops it."""

    pact: int
    seat: int
    source: str
    target: str


@_event("pact_ended")
class PactEnded(Event):
    """Why: "ended" by a party, "over" with its rounds, "eliminated", or "refused"."""

    pact: int
    reason: str


# Seats and results (ELM-7, TRN-9)


@_event("resigned")
class Resigned(Event):
    seat: int


@_event("seat_taken")
class SeatTaken(Event):
    """ELM-7: who plays the seat from now on."""

    seat: int
    control: str


@_event("result_agreed")
class ResultAgreed(Event):
    """TRN-9: one player's word for a result; winners None takes it back."""

    seat: int
    winners: tuple[int, ...] | None


@_event("taken_back")
class TakenBack(Event):
    """FAIR-6: a moderator went back to a position of this round, on the turn of a seat.

    In the set-up `round` is 0 and `turn` None. What came since is undone.
    """

    round: int
    turn: int | None
    reason: str


# Territory cards, the neutral army and headquarters (chapter 11)


@_event("neutral_claimed")
class NeutralClaimed(Event):
    """CLA-2: one neutral army on each of these territories."""

    territories: tuple[str, ...]


@_event("headquarters_marked", private=True)
class HeadquartersMarked(Event):
    """CLA-6: marked in secret, until all have."""

    seat: int
    territory: str


@_event("headquarters_shown")
class HeadquartersShown(Event):
    """CLA-6."""

    seat: int
    territory: str


@_event("reinforcements_counted")
class ReinforcementsCounted(Event):
    """CLA-3: (what, number of armies) for territories and continents, and the sum."""

    seat: int
    items: tuple[tuple[str, int], ...]
    armies: int


@_event("set_traded")
class SetTraded(Event):
    """CLA-4: the cards shown, the armies for them, and the territory that got `bonus` more.

    `number` counts the sets of all players; `territory` is None where none of the cards shows
    one's own.
    """

    seat: int
    set_cards: tuple[str, ...]
    number: int
    armies: int
    territory: str | None
    bonus: int


@_event("fortified")
class Fortified(Event):
    """CLA-3: armies moved from one territory into one adjacent."""

    seat: int
    source: str
    target: str
    armies: int


@_event("territory_card_drawn")
class TerritoryCardDrawn(Event):
    """CLA-3: that a territory card was drawn."""

    seat: int


@_event("territory_card_seen", private=True)
class TerritoryCardSeen(Event):
    """CLA-3: which, for the owner alone."""

    seat: int
    territory_card: str


@_event("territory_cards_taken")
class TerritoryCardsTaken(Event):
    """CLA-5: how many territory cards went from a player who is out to the captor."""

    captor: int
    player: int
    count: int


@_event("territory_cards_taken_seen", private=True)
class TerritoryCardsTakenSeen(Event):
    """CLA-5: which, for the captor alone."""

    seat: int
    territory_cards: tuple[str, ...]
