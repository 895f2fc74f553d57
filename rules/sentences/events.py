"""One sentence for every kind of event.

Sentences are in the past tense and never inflect a player's name, so that “you” works as a name.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
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
from rules.rulesets.ruleset import Ruleset
from rules.sentences import agreements, attack, cards, classic, turn
from rules.sentences.words import NO_HEADQUARTERS, Words, armies


def describe(
    event: Event,
    names: Sequence[str],
    ruleset: Ruleset,
    headquarters: Mapping[int, str] = NO_HEADQUARTERS,
) -> str:
    """Return the sentence for an event; `names` are the players' by seat.

    `headquarters` are the public ones, as territories by seat (CLA-6).
    """
    words = Words(names, ruleset, headquarters)
    sentence = SENTENCES[type(event)]
    text = sentence(event, words) if callable(sentence) else _filled(sentence, event, words)
    return text[0].upper() + text[1:]


def _filled(sentence: str, event: Event, words: Words) -> str:
    parts = {
        item.name: _SPOKEN.get(item.name, _plain)(words, getattr(event, item.name))
        for item in fields(event)
    }
    return words.say(sentence, **parts)


def _plain(words: Words, value: Any) -> str:
    return str(value).replace("_", " ")


def _card_or_cards(words: Words, value: Any) -> str:
    return str(value) if isinstance(value, int) else words.cards(value)


_PLAYERS = (
    "seat", "other", "opponent", "partner", "player", "captor", "loser", "maker", "attacker",
    "defender",
)  # fmt: skip

_SPOKEN: dict[str, Callable[[Words, Any], str]] = {
    **dict.fromkeys(_PLAYERS, Words.player),
    **dict.fromkeys(("territory", "source", "target"), Words.territory),
    "territories": Words.territories,
    "empire": Words.group,
    "card": Words.card,
    "cards": _card_or_cards,
    "armies": lambda words, value: armies(value),
    "territory_card": Words.territory_card,
    "territory_cards": Words.territory_cards,
    "order": lambda words, value: words.players(value) if isinstance(value, tuple) else value,
}
"""How to word the fields of an event, by field name; other fields are inserted unchanged."""


Sentence = str | Callable[[Any, Words], str]

SENTENCES: dict[type[Event], Sentence] = {
    SeatsOrdered: "The order around the table: {order}.",
    FirstRolled: turn.describe_first_rolled,
    FirstChosen: "{seat} goes first, as chosen when the table was opened.",
    StrongholdDrawn: "{seat} drew the {stronghold} of the {empire}.",
    StrongholdPlaced: "{seat} put the {stronghold} in {territory}.",
    StrongholdChosen: "{seat} chose {territory} for the {stronghold}, unseen by the others.",
    Claimed: "{seat} put the first army on {territory}.",
    Placed: turn.describe_placed,
    Mustered: "{seat} put {armies} on {territory}, unseen by the others.",
    HiddenChosen: "{seat} chose where to hide armies, under the seal {commitment} (HID-3).",
    HiddenKept: "Your hidden armies: {territory}. The salt of their seal is {salt}.",
    TurnBegan: "Round {round}, on turn: {seat}.",
    CardsDrawn: turn.describe_cards_drawn,
    CardsSeen: "New in your hand: {cards}.",
    PileShuffled: turn.describe_pile_shuffled,
    AmbassadorRemoved: turn.describe_ambassador_removed,
    MercenariesPlayed: turn.describe_mercenaries_played,
    SpoilsCounted: turn.describe_spoils_counted,
    TurnEnded: "{seat} ended the turn.",
    GameOver: turn.describe_game_over,
    AttackDeclared: attack.describe_attack_declared,
    BattleFought: attack.describe_battle_fought,
    AttackEnded: attack.describe_attack_ended,
    Captured: attack.describe_captured,
    MovedIn: "{seat} moved {armies} from {source} into {target}.",
    Eliminated: attack.describe_eliminated,
    Vacated: "Left without armies by {player}: {territories}.",
    HandTaken: attack.describe_hand_taken,
    HandTakenSeen: attack.describe_hand_taken_seen,
    Occupied: "{seat} put 1 army from {source} into {territory}, which was vacant.",
    CardPlayed: "{seat} played a card: {card} ({rule}).",
    CardReturned: "{seat} took a card back into the hand: {card} ({rule}).",
    CardLost: "{seat} lost a card: {card} ({rule}).",
    TruceForced: "{seat} forced a truce on {other}: no attack on each other (AMB-2).",
    TruceEnded: "The truce that {seat} forced on {other} ended.",
    AssassinUsed: cards.describe_assassin_used,
    AssassinCountered: "{seat} countered with {an Assassin} against that of {opponent} (ASN-3).",
    AssassinRolled: cards.describe_assassin_rolled,
    Spied: "{seat} spied on {opponent} (ASN-1).",
    SpySent: "{seat} sent a Spy to look at the hand of {opponent} (CAS-4).",
    SpyCountered: "{seat} answered the Spy of {opponent} with a Spy (CAS-4).",
    HandSeen: "In the hand of {opponent}: {cards}.",
    HiddenRevealed: cards.describe_hidden_revealed,
    EventDrawn: cards.describe_event_drawn,
    EventBlocked: "{seat} blocked {card} with a {Fortification} (FOR-3).",
    EventIdle: "{card} found nothing to act on.",
    EventEnded: "{card}, drawn by {seat}, is no longer in force.",
    ArmiesLost: "{seat} lost {armies} in {territory} ({rule}).",
    ArmiesGained: "{seat} gained {armies} in {territory} ({rule}).",
    ArmiesConverted: "{territory} with {armies} went over from {loser} to {seat} ({rule}).",
    HandShown: "{seat} showed the hand to all: {cards}.",
    ArmiesMoved: "{seat} moved {armies} from {source} to {target} by night (EVT-30).",
    Answered: agreements.describe_answered,
    OrderDisarmed: agreements.describe_order_disarmed,
    OrdersSet: "{seat} changed the standing orders.",
    WishesSet: "{seat} changed the wish list.",
    CardsLaid: "{seat} laid open for a trade with {partner}: {cards} (DIP-3).",
    TradeAccepted: "{seat} accepted the trade with {partner} as it lies (DIP-3).",
    TradeWithdrawn: "The trade of {seat} with {partner} is off: {reason} (DIP-3).",
    TradeDone: agreements.describe_trade_done,
    TradeRuined: agreements.describe_trade_ruined,
    PactOffered: agreements.describe_pact_offered,
    PactAnswered: agreements.describe_pact_answered,
    PactBegun: "Pact {pact} is in force (DIP-1).",
    PactBroken: "{seat} broke pact {pact} with the attack on {target} from {source} (DIP-1).",
    PactEnded: agreements.describe_pact_ended,
    Resigned: "{seat} resigned (ELM-7).",
    SeatTaken: turn.describe_seat_taken,
    ResultAgreed: turn.describe_result_agreed,
    TakenBack: turn.describe_taken_back,
    NeutralClaimed: "The neutral army stands in {territories}, 1 army each (CLA-2).",
    HeadquartersMarked: "{seat} marked {territory} as headquarters, unseen by the others.",
    HeadquartersShown: "The headquarters of {seat}: {territory} (CLA-6).",
    ReinforcementsCounted: classic.describe_reinforcements_counted,
    SetTraded: classic.describe_set_traded,
    Fortified: "{seat} moved {armies} from {source} to {target} (CLA-3).",
    TerritoryCardDrawn: "{seat} drew a territory card.",
    TerritoryCardSeen: "New among your territory cards: {territory_card}.",
    TerritoryCardsTaken: classic.describe_territory_cards_taken,
    TerritoryCardsTakenSeen: "Taken: {territory_cards}.",
}
"""The sentence of each kind of event: a template with its fields, or a function."""
