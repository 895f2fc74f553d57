"""Sentences for the events that need more than their fields in a row."""

from collections.abc import Sequence

from rules.cards import EventCard
from rules.events import Modifier
from rules.events_agreements import (
    Answered,
    OrderDisarmed,
    PactAnswered,
    PactEnded,
    PactOffered,
    TradeDone,
    TradeRuined,
)
from rules.events_attack import (
    AttackDeclared,
    AttackEnded,
    BattleFought,
    Eliminated,
    HandTaken,
    HandTakenSeen,
)
from rules.events_cards import AssassinRolled, AssassinUsed, EventDrawn, HiddenRevealed
from rules.events_setup import FirstRolled, Placed
from rules.events_turn import (
    AmbassadorRemoved,
    CardsDrawn,
    GameOver,
    MercenariesPlayed,
    PileShuffled,
    ResultAgreed,
    SeatTaken,
    SpoilsCounted,
    TakenBack,
)
from rules.pacts import HELP, PEACE, SPARE
from rules.sentences.event_texts import event_texts
from rules.sentences.words import EVENT_CARDS, Words, armies, counted, listed, signed

# Set-up and turn

_PURPOSES = {
    "deploy": "set-up",
    "muster": "set-up",
    "mercenaries": "Mercenaries",
    "spoils": "spoils",
    "reinforcements": "reinforcements",
    "sets": "sets",
    "neutral": "for the neutral army",
}


def tell_first_rolled(event: FirstRolled, words: Words) -> str:
    """Tell who rolled what, and who begins (SET-2, SET-8)."""
    rolls = "; again: ".join(
        ", ".join(f"{words.player(seat)} {die}" for seat, die in roll) for roll in event.rolls
    )
    first = words.player(event.seat)
    return f"Who begins the {event.purpose}? Rolled: {rolls}. It is {first}."


def tell_placed(event: Placed, words: Words) -> str:
    """Tell where armies were put, and what they came from."""
    purpose = words.say(_PURPOSES.get(event.purpose, "")) or words.card(event.purpose)
    where = words.territory(event.territory)
    return f"{words.player(event.seat)} put {armies(event.armies)} on {where} ({purpose})."


def tell_pile_shuffled(event: PileShuffled, words: Words) -> str:
    """Tell that a pile became the new deck (TRN-7; of territory cards CLA-4)."""
    rule = "CLA-4" if event.deck == "territory" else "TRN-7"
    return f"The pile of {event.deck} cards became the new deck: {event.cards} cards ({rule})."


def tell_mercenaries_played(event: MercenariesPlayed, words: Words) -> str:
    """Tell the numbers covered on the track (MRC-1)."""
    numbers = listed([str(number) for number in event.numbers])
    who = words.player(event.seat)
    called = words.say("Mercenaries")
    return f"{who} played {called} on {numbers} of the track: {armies(event.armies)} (MRC-1)."


def tell_spoils_counted(event: SpoilsCounted, words: Words) -> str:
    """Tell spoils source by source (TRN-6)."""
    items = [f"{_spoils_source(what, words)} {_typeset(number)}" for what, number in event.items]
    total = armies(event.armies)
    return f"Spoils of war for {words.player(event.seat)}: {listed(items)}; {total} (TRN-6)."


def _typeset(number: int) -> str:
    return signed(number) if number < 0 else str(number)


def _spoils_source(what: str, words: Words) -> str:
    if what.startswith("banner:"):
        return f"banner of the {words.group(what.removeprefix('banner:'))}"
    if what == "independents":
        return "all independents"
    return words.card(what) if what in EVENT_CARDS else words.group(what)


_REASONS = {
    "last_standing": "the last player left",
    "rounds": "the best standing after the last round",
    "agreed": "as all agreed",
    "claimed": "the only one left in the seat",
    "moderator": "by a moderator’s decision",
    "abandoned": "all players have left",
    "cancelled": "cancelled by a moderator",
    "headquarters": "enough headquarters held",
}


def tell_game_over(event: GameOver, words: Words) -> str:
    """Tell winners, reason and places (TRN-8, TRN-9)."""
    places = "; ".join(
        f"{number}. {words.players(seats)}" for number, seats in enumerate(event.places, start=1)
    )
    winners = f"Won by {words.players(event.winners)}" if event.winners else "No result"
    return f"The game is over. {winners}: {_REASONS[event.reason]}. Places: {places}."


# Attack and battle


def tell_attack_declared(event: AttackDeclared, words: Words) -> str:
    """Tell an attack by land, or by fleet with its route (ATT-1, FLT-1)."""
    start, goal = words.territory(event.source), words.territory(event.target)
    who, whom = words.player(event.attacker), words.player(event.defender)
    if not event.route:
        return f"{who} attacked {goal}, held by {whom}, from {start}."
    seas = listed([f"the {words.sea(zone)}" for zone in event.route])
    aboard = armies(event.aboard)
    return (
        f"{who} sailed from {start} with {aboard} by way of {seas} against {goal}, held by {whom}."
    )


def tell_battle_fought(event: BattleFought, words: Words) -> str:
    """Tell one roll item by item, dice from the highest (ATT-5, ATT-8)."""
    attack, defence = (
        sorted(dice, reverse=True) for dice in (event.attack_dice, event.defence_dice)
    )
    attacker = f"{words.player(event.attacker)} ({words.territory(event.source)})"
    defender = f"{words.player(event.defender)} ({words.territory(event.target)})"
    pairs = [f"Top dice {event.attack_total} to {event.defence_total} for the {event.pairs[0]}"]
    if len(event.pairs) > 1:
        pairs.append(f"second dice {attack[1]} to {defence[1]} for the {event.pairs[1]}")
    return (
        f"{attacker} rolled {_rolled(attack, event.attack_modifiers, words)} against {defender} "
        f"{_rolled(defence, event.defence_modifiers, words)}. {', '.join(pairs)}. "
        f"Lost {event.attack_losses} and {event.defence_losses}, "
        f"left {event.attackers_left} and {event.defenders_left}."
    )


def _rolled(dice: Sequence[int], modifiers: Sequence[Modifier], words: Words) -> str:
    causes = [
        f" {signed(item.value)} ({words.card(item.cause)}, {item.rule})" for item in modifiers
    ]
    return " ".join(str(die) for die in dice) + "".join(causes)


_ATTACK_ENDS = {
    "captured": "The attack ended with a capture.",
    "stopped": "{attacker} stopped the attack on {target} from {source}.",
    "spent": "The attack on {target} from {source} ended: no army of {attacker} could fight on.",
}


def tell_attack_ended(event: AttackEnded, words: Words) -> str:
    """Tell how an attack ended (ATT-6)."""
    return _ATTACK_ENDS[event.reason].format(
        attacker=words.player(event.attacker),
        source=words.territory(event.source),
        target=words.territory(event.target),
    )


# Elimination, cards, hidden armies


def tell_eliminated(event: Eliminated, words: Words) -> str:
    """Tell who fell, and the banners taken (ELM-1, CLA-5)."""
    if not words.ruleset.strongholds:
        return (
            f"{words.player(event.captor)} took {words.territory(event.territory)}, the last "
            f"territory of {words.player(event.player)}: out of the game."
        )
    banners = listed([words.group(empire) for empire in event.banners])
    taken = f"{words.say('took the stronghold in')} {words.territory(event.territory)}"
    return (
        f"{words.player(event.captor)} {taken}: "
        f"out of the game: {words.player(event.player)}. Banners taken: {banners}."
    )


def tell_hand_taken(event: HandTaken, words: Words) -> str:
    """Tell how much the captor took (ELM-2)."""
    cards = counted(event.cards, "battle card", "battle cards")
    hidden = counted(event.hidden, "choice", "choices")
    captor, player = words.player(event.captor), words.player(event.player)
    return f"{captor} took {cards} and {hidden} of hidden armies from {player}."


def tell_hand_taken_seen(event: HandTakenSeen, words: Words) -> str:
    """Tell the captor what was taken (ELM-2)."""
    hidden = words.territories(event.hidden)
    return f"Taken: {words.cards(event.cards)}; hidden armies: {hidden}."


_USES = {
    "spy": "to look at the hand of {opponent} (ASN-1)",
    "hand": "against {card} in the hand of {opponent} (ASN-2)",
    "ambassador": "against the Ambassador in play of {opponent} (ASN-2)",
    "fortification": "against the Fortification in play of {opponent} (ASN-5)",
    "block": "against the Hero in play of {opponent} (ASN-4)",
    "trade": "against {card} in the trade of {opponent} (DIP-4)",
}


def tell_assassin_used(event: AssassinUsed, words: Words) -> str:
    """Tell against whom and what an Assassin goes."""
    card = words.card(event.card) if event.card else "a card"
    use = _USES[event.use].format(opponent=words.player(event.opponent), card=card)
    return f"{words.player(event.seat)} sent an Assassin {use}."


def tell_assassin_rolled(event: AssassinRolled, words: Words) -> str:
    """Tell an Assassin’s roll item by item (ASN-2, ASN-4)."""
    total = event.die + event.bonus
    return (
        f"{words.player(event.seat)} rolled {event.die} {signed(event.bonus)}, {total} to the "
        f"{event.against} of {words.player(event.opponent)}: the Assassin "
        f"{'struck' if event.success else 'failed'}."
    )


def tell_hidden_revealed(event: HiddenRevealed, words: Words) -> str:
    """Tell what came out, and what opens its seal (HID-1, HID-3)."""
    maker = "" if event.maker == event.seat else f", chosen by {words.player(event.maker)}"
    return (
        f"{words.player(event.seat)} revealed hidden armies in {words.territory(event.territory)}"
        f"{maker}: {armies(event.armies)} (HID-1). Salt {event.salt} opens the seal "
        f"{event.commitment}."
    )


# Event cards, standing orders, agreements, seats


def tell_event_drawn(event: EventDrawn, words: Words) -> str:
    """Tell an event card with its effect."""
    text = event_texts()[EventCard(event.card)]
    return f"{words.player(event.seat)} drew “{text.title}” ({event.rule}): {text.effect}."


_ANSWERED_BY = {
    "order": "Your standing order",
    "plan": "Your plan",
    "clock": "The clock",
    "bot": "A bot in your place",
    "moderator": "A moderator",
}


def tell_answered(event: Answered, words: Words) -> str:
    """Tell the owner who answered in their place (ORD-5)."""
    known = words.ruleset.board.territories
    answer = " ".join(
        words.territory(part) if part in known else words.say(part.replace("_", " "))
        for part in event.answer.split(" ")
    )
    question = words.say(event.question.replace("_", " "))
    return f"{_ANSWERED_BY[event.by]} answered “{question}” with “{answer}”."


_LISTS = frozenset({"claims", "placements"})
"""The parts of a wish list."""

_DISARMED = {
    "plan": "Your plan is switched off: {}",
    "plan done": "Your plan is carried out. {}",
}


def tell_order_disarmed(event: OrderDisarmed, words: Words) -> str:
    """Tell its owner that a wish, order or plan is over, and why (ORD-5, ORD-8)."""
    told = f"Your standing order “{words.say(event.order.replace('_', ' '))}” is switched off: {{}}"
    if event.order in _LISTS:
        told = f"No longer on your list of {event.order}: {{}}"
    return _DISARMED.get(event.order, told).format(words.say(event.reason)).strip()


def tell_trade_done(event: TradeDone, words: Words) -> str:
    """Tell what each gave (DIP-2)."""
    (one, other), (given, got) = event.seats, event.cards
    return (
        f"{words.player(one)} gave {words.cards(given)} to {words.player(other)} "
        f"for {words.cards(got)} (DIP-2)."
    )


def tell_trade_ruined(event: TradeRuined, words: Words) -> str:
    """Tell which card an Assassin struck (DIP-4)."""
    parties = words.players(event.seats)
    return f"The Assassin struck {words.card(event.card)}: the trade of {parties} is off (DIP-4)."


def tell_pact_offered(event: PactOffered, words: Words) -> str:
    """Tell a pact’s terms and length (DIP-1)."""
    terms = "; ".join(pact_term(term, words) for term in event.terms)
    length = pact_length(event.rounds, event.until)
    said = f" “{event.words}”" if event.words else ""
    return (
        f"{words.player(event.seat)} offered pact {event.pact} to {words.players(event.partners)}: "
        f"{terms}; {length}.{said}"
    )


def pact_length(rounds: int, until: int) -> str:
    """Tell for how long a pact is offered (DIP-1)."""
    if rounds:
        return counted(rounds, "round", "rounds")
    return f"until the end of round {until}" if until else "until it is ended"


def pact_term(term: str, words: Words) -> str:
    """Tell a term of a pact (DIP-1)."""
    if term == PEACE:
        return "no attack on each other"
    if term == HELP:
        return "help for each other"
    return f"no attack on {words.place(term.removeprefix(SPARE))}"


def tell_pact_answered(event: PactAnswered, words: Words) -> str:
    """Tell who accepted or refused (DIP-1)."""
    answer = "accepted" if event.accepted else "refused"
    return f"{words.player(event.seat)} {answer} pact {event.pact}."


_PACT_ENDS = {
    "ended": "a party ended it",
    "over": "its rounds are over",
    "eliminated": "a party is out of the game",
    "refused": "it was refused",
}


def tell_pact_ended(event: PactEnded, words: Words) -> str:
    """Tell why a pact has no force any more (DIP-1)."""
    return f"Pact {event.pact} has no force any more: {_PACT_ENDS[event.reason]} (DIP-1)."


_CONTROLS = {"player": "a player sits", "bot": "a bot sits", "steward": "a steward sits"}


def tell_seat_taken(event: SeatTaken, words: Words) -> str:
    """Tell who plays a seat from now on (ELM-7)."""
    return f"From now on {_CONTROLS[event.control]} in the seat of {words.player(event.seat)}."


def tell_result_agreed(event: ResultAgreed, words: Words) -> str:
    """Tell a player’s word for a result (TRN-9)."""
    who = words.player(event.seat)
    if event.winners is None:
        return f"{who} took back the word on a result."
    return f"{who} agreed to this result: won by {words.players(event.winners)} (TRN-9)."


def tell_taken_back(event: TakenBack, words: Words) -> str:
    """Tell how far a moderator went back, and why (FAIR-6)."""
    turn = "" if event.turn is None else f", to the turn of {words.player(event.turn)}"
    where = f"round {event.round}{turn}" if event.round else "the set-up"
    return (
        f"A moderator took the game back to {where}; what came since is undone, and cards and dice "
        f"are drawn anew (FAIR-6). The reason: {event.reason}"
    )


def tell_cards_drawn(event: CardsDrawn, words: Words) -> str:
    """Tell how many battle cards were drawn (TRN-1, TRN-4)."""
    cards = counted(event.count, "battle card", "battle cards")
    return f"{words.player(event.seat)} drew {cards}."


def tell_ambassador_removed(event: AmbassadorRemoved, words: Words) -> str:
    """Tell how many Ambassadors left the game (AMB-4)."""
    count = words.say(counted(event.count, "Ambassador", "Ambassadors"))
    called = words.say("Ambassadors")
    return f"Two players use no {called}: {count} of {words.player(event.seat)} left (AMB-4)."
