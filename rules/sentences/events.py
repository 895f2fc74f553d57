"""One sentence for every kind of event.

Sentences are in the past tense, so that “you” works as a name; {seat} is a name, {seat’s} its
possessive. Private sentences say “you”: only their player reads them.
"""

from collections.abc import Callable
from dataclasses import fields
from string import Formatter
from typing import Any

from rules.events.agreements import (
    Answered,
    CardsLaid,
    OrderDisarmed,
    OrdersSet,
    PactAnswered,
    PactBegun,
    PactBroken,
    PactEnded,
    PactOffered,
    TradeAccepted,
    TradeDone,
    TradeRuined,
    TradeWithdrawn,
    WishesSet,
)
from rules.events.attack import (
    AttackDeclared,
    AttackEnded,
    BattleFought,
    Captured,
    Eliminated,
    HandTaken,
    HandTakenSeen,
    MovedIn,
    Occupied,
    Vacated,
)
from rules.events.base import Event
from rules.events.cards import (
    ArmiesConverted,
    ArmiesGained,
    ArmiesLost,
    ArmiesMoved,
    AssassinCountered,
    AssassinRolled,
    AssassinUsed,
    CardLost,
    CardPlayed,
    CardReturned,
    EventBlocked,
    EventDrawn,
    EventEnded,
    EventIdle,
    HandSeen,
    HandShown,
    HiddenRevealed,
    Spied,
    SpyCountered,
    SpySent,
    TruceEnded,
    TruceForced,
)
from rules.events.classic import (
    Fortified,
    HeadquartersMarked,
    HeadquartersShown,
    NeutralClaimed,
    ReinforcementsCounted,
    SetTraded,
    TerritoryCardDrawn,
    TerritoryCardSeen,
    TerritoryCardsTaken,
    TerritoryCardsTakenSeen,
)
from rules.events.setup import (
    Claimed,
    FirstChosen,
    FirstRolled,
    HiddenChosen,
    HiddenKept,
    Mustered,
    Placed,
    SeatsOrdered,
    StrongholdChosen,
    StrongholdDrawn,
    StrongholdPlaced,
)
from rules.events.turn import (
    AmbassadorRemoved,
    CardsDrawn,
    CardsSeen,
    GameOver,
    MercenariesPlayed,
    PileShuffled,
    Resigned,
    ResultAgreed,
    SeatTaken,
    SpoilsCounted,
    TakenBack,
    TurnBegan,
    TurnEnded,
)
from rules.sentences import agreements, attack, cards, classic, idle_events, turn
from rules.sentences.words import Words, armies


def describe(event: Event, words: Words) -> str:
    """Return the sentence for an event."""
    sentence = SENTENCES[type(event)]
    text = sentence(event, words) if callable(sentence) else filled(sentence, event, words)
    return text[0].upper() + text[1:]


def filled(sentence: str, event: Event, words: Words) -> str:
    """Fill a sentence with the event's fields that it names and with this game's terms."""
    named = {name for _, name, _, _ in Formatter().parse(sentence) if name}
    values = {item.name: getattr(event, item.name) for item in fields(event)}
    parts = {
        name: _SPOKEN.get(name, _plain)(words, value)
        for name, value in values.items()
        if name in named
    }
    people = words.people(**{name: values[name] for name in _PLAYERS if name in values})
    return words.say(sentence, **{**parts, **people, **_a_card(event, words)})


def _a_card(event: Event, words: Words) -> dict[str, str]:
    """Return the placeholder “a card” if the event is about one battle card, otherwise none."""
    if isinstance(event, CardPlayed | CardReturned | CardLost):
        return {"a card": words.a_card(event.card)}
    return {}


def _plain(words: Words, value: Any) -> str:
    return str(value).replace("_", " ")


def _card_or_cards(words: Words, value: Any) -> str:
    return str(value) if isinstance(value, int) else words.cards(value)


_PLAYERS = (
    "seat", "other", "opponent", "partner", "player", "captor", "loser", "maker", "attacker",
    "defender",
)  # fmt: skip


def _turn_order(words: Words, seats: tuple[int, ...]) -> str:
    """Return the players in turn order, beginning with the reader."""
    first = seats.index(words.reader) if words.reader in seats else 0
    return words.players(seats[first:] + seats[:first])


_SPOKEN: dict[str, Callable[[Words, Any], str]] = {
    **dict.fromkeys(("territory", "source", "target"), Words.territory),
    "territories": Words.territories,
    "empire": Words.group,
    "card": Words.card,
    "cards": _card_or_cards,
    "armies": lambda words, value: armies(value),
    "territory_card": Words.territory_card,
    "territory_cards": Words.territory_cards,
    "order": lambda words, value: _turn_order(words, value) if isinstance(value, tuple) else value,
}
"""How to word the fields of an event, by field name; other fields are inserted as text."""


Sentence = str | Callable[[Any, Words], str]

SENTENCES: dict[type[Event], Sentence] = {
    SeatsOrdered: "Turn order: {order}.",
    FirstRolled: turn.describe_first_rolled,
    FirstChosen: "{seat} got the first turn, as set when the game was created.",
    StrongholdDrawn: "{seat} drew the {empire}.",
    StrongholdPlaced: "{seat’s} {stronghold} is in {territory}.",
    StrongholdChosen: "Your {stronghold} will be in {territory}.",
    Claimed: "{seat} claimed {territory}.",
    Placed: turn.describe_placed,
    Mustered: "You placed {armies} on {territory}.",
    HiddenChosen: "{seat} chose where to hide armies.",
    HiddenKept: "Your hidden armies are in {territory}.",
    TurnBegan: "Round {round}: {seat’s} turn.",
    CardsDrawn: turn.describe_cards_drawn,
    CardsSeen: "New in your hand: {cards}.",
    PileShuffled: turn.describe_pile_shuffled,
    AmbassadorRemoved: turn.describe_ambassador_removed,
    MercenariesPlayed: turn.describe_mercenaries_played,
    SpoilsCounted: turn.describe_spoils_counted,
    TurnEnded: "{seat’s} turn ended.",
    GameOver: turn.describe_game_over,
    AttackDeclared: attack.describe_attack_declared,
    BattleFought: attack.describe_battle_fought,
    AttackEnded: attack.describe_attack_ended,
    Captured: attack.describe_captured,
    MovedIn: "{seat} moved {armies} from {source} into {target}.",
    Eliminated: attack.describe_eliminated,
    Vacated: "{player’s} armies left {territories}.",
    HandTaken: attack.describe_hand_taken,
    HandTakenSeen: attack.describe_hand_taken_seen,
    Occupied: attack.describe_occupied,
    CardPlayed: "{seat} played {a card}.",
    CardReturned: "{seat’s} {card} returned to hand.",
    CardLost: cards.describe_card_lost,
    TruceForced: "{seat} sent {an Ambassador} to {other} and forced a truce.",
    TruceEnded: "{seat’s} truce with {other} ended.",
    AssassinUsed: cards.describe_assassin_used,
    AssassinCountered: "{seat} countered {opponent’s} {Assassin} with another.",
    AssassinRolled: cards.describe_assassin_rolled,
    Spied: "{seat} looked at {opponent’s} hand.",
    SpySent: "{seat} sent a Spy to look at {opponent’s} hand.",
    SpyCountered: "{seat} countered {opponent’s} Spy with another.",
    HandSeen: "{opponent’s} hand: {cards}.",
    HiddenRevealed: cards.describe_hidden_revealed,
    EventDrawn: cards.describe_event_drawn,
    EventBlocked: "{seat} blocked {card} with a {Fortification}.",
    EventIdle: idle_events.describe_event_idle,
    EventEnded: "{seat’s} {card} ended.",
    ArmiesLost: "{seat} lost {armies} in {territory}.",
    ArmiesGained: "{seat} gained {armies} in {territory}.",
    ArmiesConverted: "{territory} and its {armies} went over from {loser} to {seat}.",
    HandShown: "{seat’s} hand was shown to everyone: {cards}.",
    ArmiesMoved: "{seat} moved {armies} from {source} to {target} by night.",
    Answered: agreements.describe_answered,
    OrderDisarmed: agreements.describe_order_disarmed,
    OrdersSet: "You changed your standing orders.",
    WishesSet: "You changed your wish list.",
    CardsLaid: "{seat} offered {partner} a trade: {cards}.",
    TradeAccepted: "{seat} accepted the trade with {partner}.",
    TradeWithdrawn: agreements.describe_trade_withdrawn,
    TradeDone: agreements.describe_trade_done,
    TradeRuined: agreements.describe_trade_ruined,
    PactOffered: agreements.describe_pact_offered,
    PactAnswered: agreements.describe_pact_answered,
    PactBegun: "Pact {pact} is in force.",
    PactBroken: "{seat} broke pact {pact} by attacking {target} from {source}.",
    PactEnded: agreements.describe_pact_ended,
    Resigned: "{seat} resigned.",
    SeatTaken: turn.describe_seat_taken,
    ResultAgreed: turn.describe_result_agreed,
    TakenBack: turn.describe_taken_back,
    NeutralClaimed: "The neutral side got {territories}, with 1 army each.",
    HeadquartersMarked: "Your headquarters will be in {territory}.",
    HeadquartersShown: "{seat’s} headquarters: {territory}.",
    ReinforcementsCounted: classic.describe_reinforcements_counted,
    SetTraded: classic.describe_set_traded,
    Fortified: "{seat} moved {armies} from {source} to {target}.",
    TerritoryCardDrawn: "{seat} drew a territory card.",
    TerritoryCardSeen: "New territory card: {territory_card}.",
    TerritoryCardsTaken: classic.describe_territory_cards_taken,
    TerritoryCardsTakenSeen: "You took {territory_cards}.",
}
"""The sentence of each kind of event: a template with its fields, or a function."""
