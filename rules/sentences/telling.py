"""What happened, told in sentences: one for every kind of event.

Sentences are in the past tense and never inflect a player's name, so that “you” may be one.
"""

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any

from rules import events as e
from rules.ruleset import Ruleset
from rules.sentences import chapter_11, special
from rules.sentences.words import Words, armies


def describe(event: e.Event, names: Sequence[str], ruleset: Ruleset) -> str:
    """Return the sentence that tells an event; `names` are the players' by seat."""
    words = Words(names, ruleset)
    sentence = SENTENCES[type(event)]
    text = sentence(event, words) if callable(sentence) else _filled(sentence, event, words)
    return text[0].upper() + text[1:]


def _filled(sentence: str, event: e.Event, words: Words) -> str:
    parts = {
        item.name: _SPOKEN.get(item.name, _plain)(words, getattr(event, item.name))
        for item in fields(event)
    }
    return words.say(sentence).format_map(parts)


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
"""How the fields of an event are spoken, by their names; all others as they are."""


Sentence = str | Callable[[Any, Words], str]

SENTENCES: dict[type[e.Event], Sentence] = {
    e.SeatsOrdered: "The order around the table: {order}.",
    e.FirstRolled: special.tell_first_rolled,
    e.StrongholdDrawn: "{seat} drew the stronghold of {empire}.",
    e.StrongholdPlaced: "{seat} put the stronghold in {territory}.",
    e.StrongholdChosen: "{seat} chose {territory} for the stronghold, unseen by the others.",
    e.Claimed: "{seat} put the first army on {territory}.",
    e.Placed: special.tell_placed,
    e.Mustered: "{seat} put {armies} on {territory}, unseen by the others.",
    e.HiddenChosen: "{seat} chose where to hide armies, under the seal {commitment} (HID-3).",
    e.HiddenKept: "Your hidden armies: {territory}. The salt of their seal is {salt}.",
    e.TurnBegan: "Round {round}, on turn: {seat}.",
    e.CardsDrawn: special.tell_cards_drawn,
    e.CardsSeen: "New in your hand: {cards}.",
    e.PileShuffled: special.tell_pile_shuffled,
    e.AmbassadorRemoved: special.tell_ambassador_removed,
    e.MercenariesPlayed: special.tell_mercenaries_played,
    e.SpoilsCounted: special.tell_spoils_counted,
    e.TurnEnded: "{seat} ended the turn.",
    e.GameOver: special.tell_game_over,
    e.AttackDeclared: special.tell_attack_declared,
    e.BattleFought: special.tell_battle_fought,
    e.AttackEnded: special.tell_attack_ended,
    e.Captured: "{seat} captured {territory} from {loser}.",
    e.MovedIn: "{seat} moved {armies} from {source} into {target}.",
    e.Eliminated: special.tell_eliminated,
    e.Vacated: "Left without armies by {player}: {territories}.",
    e.HandTaken: special.tell_hand_taken,
    e.HandTakenSeen: special.tell_hand_taken_seen,
    e.Occupied: "{seat} put 1 army from {source} into {territory}, which was vacant.",
    e.CardPlayed: "{seat} played a card: {card} ({rule}).",
    e.CardReturned: "{seat} took a card back into the hand: {card} ({rule}).",
    e.CardLost: "{seat} lost a card: {card} ({rule}).",
    e.TruceForced: "{seat} forced a truce on {other}: no attack on each other (AMB-2).",
    e.TruceEnded: "The truce that {seat} forced on {other} ended.",
    e.AssassinUsed: special.tell_assassin_used,
    e.AssassinCountered: "{seat} countered with an Assassin against that of {opponent} (ASN-3).",
    e.AssassinRolled: special.tell_assassin_rolled,
    e.Spied: "{seat} spied on {opponent} (ASN-1).",
    e.SpySent: "{seat} sent a Spy to look at the hand of {opponent} (CAS-4).",
    e.SpyCountered: "{seat} answered the Spy of {opponent} with a Spy (CAS-4).",
    e.HandSeen: "In the hand of {opponent}: {cards}.",
    e.HiddenRevealed: special.tell_hidden_revealed,
    e.EventDrawn: special.tell_event_drawn,
    e.EventBlocked: "{seat} blocked {card} with a Fortification (FOR-3).",
    e.EventIdle: "{card} found nothing to act on.",
    e.EventEnded: "{card}, drawn by {seat}, is no longer in force.",
    e.ArmiesLost: "{seat} lost {armies} in {territory} ({rule}).",
    e.ArmiesGained: "{seat} gained {armies} in {territory} ({rule}).",
    e.ArmiesConverted: "{territory} with {armies} went over from {loser} to {seat} ({rule}).",
    e.HandShown: "{seat} showed the hand to all: {cards}.",
    e.ArmiesMoved: "{seat} moved {armies} from {source} to {target} by night (EVT-30).",
    e.Answered: special.tell_answered,
    e.OrderDisarmed: special.tell_order_disarmed,
    e.OrdersSet: "{seat} changed the standing orders.",
    e.WishesSet: "{seat} changed the wish list.",
    e.CardsLaid: "{seat} laid open for a trade with {partner}: {cards} (DIP-3).",
    e.TradeAccepted: "{seat} accepted the trade with {partner} as it lies (DIP-3).",
    e.TradeWithdrawn: "The trade of {seat} with {partner} is off: {reason} (DIP-3).",
    e.TradeDone: special.tell_trade_done,
    e.TradeRuined: special.tell_trade_ruined,
    e.PactOffered: special.tell_pact_offered,
    e.PactAnswered: special.tell_pact_answered,
    e.PactBegun: "Pact {pact} is in force (DIP-1).",
    e.PactBroken: "{seat} broke pact {pact} with the attack on {target} from {source} (DIP-1).",
    e.PactEnded: special.tell_pact_ended,
    e.Resigned: "{seat} resigned (ELM-7).",
    e.SeatTaken: special.tell_seat_taken,
    e.ResultAgreed: special.tell_result_agreed,
    e.TakenBack: special.tell_taken_back,
    e.NeutralClaimed: "The neutral army stands in {territories}, 1 army each (CLA-2).",
    e.HeadquartersMarked: "{seat} marked {territory} as headquarters, unseen by the others.",
    e.HeadquartersShown: "The headquarters of {seat}: {territory} (CLA-6).",
    e.ReinforcementsCounted: chapter_11.tell_reinforcements_counted,
    e.SetTraded: chapter_11.tell_set_traded,
    e.Fortified: "{seat} moved {armies} from {source} to {target} (CLA-3).",
    e.TerritoryCardDrawn: "{seat} drew a territory card.",
    e.TerritoryCardSeen: "New among your territory cards: {territory_card}.",
    e.TerritoryCardsTaken: chapter_11.tell_territory_cards_taken,
    e.TerritoryCardsTakenSeen: "Taken: {territory_cards}.",
}
"""How each kind of event is told: a sentence with its fields, or a function that makes one."""
