"""Sentences for chapters 2 and 3: set-up, the turn, changes of seats, and how a game ends."""

from rules.events.setup import FirstRolled, Placed
from rules.events.turn import (
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
from rules.sentences.words import EVENT_CARDS, Words, armies, counted, listed, signed

PURPOSES = {
    "deploy": "set-up",
    "muster": "set-up",
    "mercenaries": "{Mercenaries}",
    "spoils": "spoils",
    "reinforcements": "reinforcements",
    "sets": "sets",
    "neutral": "for the neutral army",
}


def describe_first_rolled(event: FirstRolled, words: Words) -> str:
    """Describe the rolls, and name the first player (SET-2, SET-8)."""
    rolls = "; again: ".join(
        ", ".join(f"{words.player(seat)} {die}" for seat, die in roll) for roll in event.rolls
    )
    first = words.player(event.seat)
    return f"Who begins the {event.purpose}? Rolled: {rolls}. It is {first}."


def describe_placed(event: Placed, words: Words) -> str:
    """Describe where armies were placed, and their purpose."""
    purpose = words.say(PURPOSES.get(event.purpose, "")) or words.card(event.purpose)
    where = words.territory(event.territory)
    return f"{words.player(event.seat)} put {armies(event.armies)} on {where} ({purpose})."


def describe_pile_shuffled(event: PileShuffled, words: Words) -> str:
    """Describe a discard pile becoming the new deck (TRN-7; of territory cards CLA-4)."""
    rule = "CLA-4" if event.deck == "territory" else "TRN-7"
    return f"The pile of {event.deck} cards became the new deck: {event.cards} cards ({rule})."


def describe_mercenaries_played(event: MercenariesPlayed, words: Words) -> str:
    """Describe the numbers covered on the track (MRC-1)."""
    numbers = listed([str(number) for number in event.numbers])
    who = words.player(event.seat)
    called = words.say("{Mercenaries}")
    return f"{who} played {called} on {numbers} of the track: {armies(event.armies)} (MRC-1)."


def describe_spoils_counted(event: SpoilsCounted, words: Words) -> str:
    """Describe the spoils, source by source (TRN-6)."""
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


def describe_game_over(event: GameOver, words: Words) -> str:
    """Describe the winners, the reason and the places (TRN-8, TRN-9)."""
    places = "; ".join(
        f"{number}. {words.players(seats)}" for number, seats in enumerate(event.places, start=1)
    )
    winners = f"Won by {words.players(event.winners)}" if event.winners else "No result"
    return f"The game is over. {winners}: {_REASONS[event.reason]}. Places: {places}."


_CONTROLS = {"player": "a player sits", "bot": "a bot sits", "steward": "a steward sits"}


def describe_seat_taken(event: SeatTaken, words: Words) -> str:
    """Describe the new control of a seat: a player, bot or steward (ELM-7)."""
    return f"From now on {_CONTROLS[event.control]} in the seat of {words.player(event.seat)}."


def describe_result_agreed(event: ResultAgreed, words: Words) -> str:
    """Describe a vote for a result, or its withdrawal (TRN-9)."""
    who = words.player(event.seat)
    if event.winners is None:
        return f"{who} took back the word on a result."
    return f"{who} agreed to this result: won by {words.players(event.winners)} (TRN-9)."


def describe_taken_back(event: TakenBack, words: Words) -> str:
    """Describe how far a moderator took the game back, and why (FAIR-6)."""
    turn = "" if event.turn is None else f", to the turn of {words.player(event.turn)}"
    where = f"round {event.round}{turn}" if event.round else "the set-up"
    return (
        f"A moderator took the game back to {where}; what came since is undone, and cards and dice "
        f"are drawn anew (FAIR-6). The reason: {event.reason}"
    )


def describe_cards_drawn(event: CardsDrawn, words: Words) -> str:
    """Describe how many battle cards were drawn (TRN-1, TRN-4)."""
    cards = counted(event.count, "battle card", "battle cards")
    return f"{words.player(event.seat)} drew {cards}."


def describe_ambassador_removed(event: AmbassadorRemoved, words: Words) -> str:
    """Describe how many Ambassadors left the game (AMB-4)."""
    count = words.say(counted(event.count, "{Ambassador}", "{Ambassadors}"))
    called = words.say("{Ambassadors}")
    return f"Two players use no {called}: {count} of {words.player(event.seat)} left (AMB-4)."
