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
from rules.moves import Control
from rules.reasons import GameEnd
from rules.sentences.classic import SOURCE
from rules.sentences.words import EVENT_CARDS, Words, armies, counted, paragraph, typeset

_PLACED = "{seat} placed {armies} on {territory}."

PURPOSES = {
    "deploy": _PLACED,
    "muster": _PLACED,
    "mercenaries": "{seat} placed {armies} on {territory} ({Mercenaries}).",
    "spoils": _PLACED,
    "reinforcements": _PLACED,
    "sets": _PLACED,
    "neutral": "{seat} placed {armies} on {territory} for the neutral side.",
}
"""The sentence for placed armies, by purpose; any other purpose is an event card."""

_PLACED_BY_CARD = "{seat} placed {armies} on {territory} ({card})."

_ROLL = "{seat} {die}"
_FIRST = "{seat} won the roll for the {purpose}: {rolls}."


def describe_first_rolled(event: FirstRolled, words: Words) -> str:
    """Describe the rolls, and name the first player (SET-2, SET-8)."""
    rolls = "; tie-break: ".join(
        ", ".join(_ROLL.format(seat=words.player(seat), die=die) for seat, die in roll)
        for roll in event.rolls
    )
    return _FIRST.format(seat=words.player(event.seat), purpose=event.purpose, rolls=rolls)


def describe_placed(event: Placed, words: Words) -> str:
    """Describe where armies were placed, and their purpose."""
    is_card = event.purpose not in PURPOSES
    return words.say(
        PURPOSES.get(event.purpose, _PLACED_BY_CARD),
        seat=words.player(event.seat),
        armies=armies(event.armies),
        territory=words.territory(event.territory),
        card=words.card(event.purpose) if is_card else "",
    )


_SHUFFLED = "The discarded {deck} cards were shuffled into a new deck of {cards}."


def describe_pile_shuffled(event: PileShuffled, words: Words) -> str:
    """Describe a discard pile becoming the new deck (TRN-7, or CLA-4 for territory cards)."""
    return _SHUFFLED.format(deck=event.deck, cards=event.cards)


_MERCENARIES = "{seat} played {Mercenaries} for {armies}."
_SEVERAL_MERCENARIES = "{seat} played {Mercenaries} for {armies} ({numbers})."


def describe_mercenaries_played(event: MercenariesPlayed, words: Words) -> str:
    """Describe the armies that Mercenaries brought (MRC-1)."""
    return words.say(
        _SEVERAL_MERCENARIES if len(event.numbers) > 1 else _MERCENARIES,
        seat=words.player(event.seat),
        armies=armies(event.armies),
        numbers=" + ".join(map(str, event.numbers)),
    )


_SPOILS = "{seat’s} spoils: {armies} ({items})."
_BANNER = "{empire} banner"


def describe_spoils_counted(event: SpoilsCounted, words: Words) -> str:
    """Describe the spoils, source by source (TRN-6)."""
    items = [
        SOURCE.format(source=_spoils_source(what, words), armies=typeset(number))
        for what, number in event.items
    ]
    return _SPOILS.format_map(
        {
            **words.people(seat=event.seat),
            "armies": armies(event.armies),
            "items": ", ".join(items) or "none",
        }
    )


def _spoils_source(what: str, words: Words) -> str:
    if what.startswith("banner:"):
        return _BANNER.format(empire=words.region(what.removeprefix("banner:")))
    if what == "independents":
        return "holding every independent territory"
    return words.card(what) if what in EVENT_CARDS else words.region(what)


_WON = {
    GameEnd.LAST_STANDING: "Game over: {winners} won as the last player standing.",
    GameEnd.ROUNDS: "Game over after the last round: {winners} won.",
    GameEnd.AGREED: "Game over: {winners} won by agreement.",
    GameEnd.CLAIMED: "Game over: {winners} won because everyone else had left.",
    GameEnd.MODERATOR: "Game over: a moderator declared a win for {winners}.",
    GameEnd.ABANDONED: "Game over: everyone left, and {winners} won.",
    GameEnd.CANCELLED: "Game over: a moderator cancelled the game, and {winners} won.",
    GameEnd.HEADQUARTERS: "Game over: {winners} won by holding enough headquarters.",
}
_NOBODY_WON = {
    **dict.fromkeys(GameEnd, "Game over: nobody won."),
    GameEnd.ABANDONED: "Game over: everyone left, so nobody won.",
    GameEnd.CANCELLED: "Game over: a moderator cancelled the game, so nobody won.",
}
_PLACES = "Places: {places}."
_PLACE = "{number}. {players}"


def describe_game_over(event: GameOver, words: Words) -> str:
    """Describe the winners, the reason and, if anybody won, the places (TRN-8, TRN-9)."""
    sentence = (_WON if event.winners else _NOBODY_WON)[GameEnd(event.reason)]
    places = "; ".join(
        _PLACE.format(number=number, players=words.players(seats))
        for number, seats in enumerate(event.places, start=1)
    )
    told = sentence.format(winners=words.players(event.winners))
    return paragraph(told, _PLACES.format(places=places)) if event.winners else told


_CONTROLS = {
    Control.PLAYER: "A player took over {seat’s} seat.",
    Control.BOT: "A bot took over {seat’s} seat.",
    Control.STEWARD: "A stand-in took over {seat’s} seat.",
}


def describe_seat_taken(event: SeatTaken, words: Words) -> str:
    """Describe the new control of a seat: a player, bot or steward (ELM-7)."""
    return _CONTROLS[Control(event.control)].format_map(words.people(seat=event.seat))


_AGREED = "{seat} voted to end the game with a win for {winners}."
_AGREED_NO_MORE = "{seat} withdrew {own} vote to end the game."


def describe_result_agreed(event: ResultAgreed, words: Words) -> str:
    """Describe a vote for a result, or its withdrawal (TRN-9)."""
    seat = words.player(event.seat)
    if event.winners is None:
        own = "your" if event.seat == words.reader else "their"
        return _AGREED_NO_MORE.format(seat=seat, own=own)
    return _AGREED.format(seat=seat, winners=words.players(event.winners))


_BACK_TO_SETUP = "A moderator took the game back to the set-up."
_BACK_TO_ROUND = "A moderator took the game back to round {round}."
_BACK_TO_TURN = "A moderator took the game back to round {round}, {turn’s} turn."
_TAKEN_BACK = (
    "Everything since then is undone, and new cards and dice will be drawn. Reason: {reason}"
)


def describe_taken_back(event: TakenBack, words: Words) -> str:
    """Describe how far a moderator took the game back, and why (FAIR-6)."""
    where = _BACK_TO_ROUND if event.turn is None else _BACK_TO_TURN
    told = (where if event.round else _BACK_TO_SETUP).format_map(
        {**words.people(turn=event.turn), "round": event.round}
    )
    return paragraph(told, _TAKEN_BACK.format(reason=event.reason))


_DREW = "{seat} drew {cards}."


def describe_cards_drawn(event: CardsDrawn, words: Words) -> str:
    """Describe how many battle cards were drawn (TRN-1, TRN-4)."""
    cards = counted(event.count, "battle card", "battle cards")
    return _DREW.format(seat=words.player(event.seat), cards=cards)


_AMBASSADORS_LEFT = "Only two players are left, so {seat} set {count} aside."


def describe_ambassador_removed(event: AmbassadorRemoved, words: Words) -> str:
    """Describe how many Ambassadors left the game (AMB-4)."""
    count = words.say(counted(event.count, "{Ambassador}", "{Ambassadors}"))
    return _AMBASSADORS_LEFT.format(seat=words.player(event.seat), count=count)
