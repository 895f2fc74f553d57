"""Sentences for chapter 3: the turn, changes of seats, and how a game ends."""

from rules.events import turn
from rules.moves import Control
from rules.reasons import GameEnd
from rules.sentences.wording import BriefType, Wording, Wordings
from rules.sentences.words import Words, paragraph

_SHUFFLED = "The discarded {deck} cards were shuffled into a new deck of {cards}."

_MERCENARIES = "{seat} played {Mercenaries} for {armies}."
_SEVERAL_MERCENARIES = "{seat} played {Mercenaries} for {armies} ({numbers})."

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


def describe_game_over(event: turn.GameOver, words: Words) -> str:
    """Describe the winners, the reason and, if anybody won, the places (TRN-8, TRN-9)."""
    sentence = (_WON if event.winners else _NOBODY_WON)[GameEnd(event.reason)]
    places = "; ".join(
        _PLACE.format(number=number, players=words.players(seats))
        for number, seats in enumerate(event.places, start=1)
    )
    told = words.say(sentence, winners=words.players(event.winners))
    return paragraph(told, words.say(_PLACES, places=places)) if event.winners else told


_CONTROLS = {
    Control.PLAYER: "A player took over {seat’s} seat.",
    Control.BOT: "A bot took over {seat’s} seat.",
    Control.STEWARD: "A stand-in took over {seat’s} seat.",
}

_AGREED = "{seat} voted to end the game with a win for {winners}."
_AGREED_NO_MORE = "{seat} withdrew {own} vote to end the game."


def describe_result_agreed(event: turn.ResultAgreed, words: Words) -> str:
    """Describe a vote for a result, or its withdrawal (TRN-9)."""
    seat = words.player(event.seat)
    if event.winners is None:
        own = "your" if event.seat == words.reader else "their"
        return words.say(_AGREED_NO_MORE, seat=seat, own=own)
    return words.say(_AGREED, seat=seat, winners=words.players(event.winners))


_BACK_TO_SETUP = "A moderator took the game back to the set-up."
_BACK_TO_ROUND = "A moderator took the game back to round {round}."
_BACK_TO_TURN = "A moderator took the game back to round {round}, {turn’s} turn."
_TAKEN_BACK = (
    "Everything since then is undone but stays in the record, and new cards and dice will be "
    "drawn. Reason: {reason}"
)


def describe_taken_back(event: turn.TakenBack, words: Words) -> str:
    """Describe how far a moderator took the game back, and why (FAIR-6)."""
    where = _BACK_TO_ROUND if event.turn is None else _BACK_TO_TURN
    told = (where if event.round else _BACK_TO_SETUP).format_map(
        {**words.people(turn=event.turn), "round": event.round}
    )
    return paragraph(told, _TAKEN_BACK.format(reason=event.reason))


_DREW_ONE = "{seat} drew 1 battle card."
_DREW_SEVERAL = "{seat} drew {count} battle cards."

_AMBASSADOR_LEFT = "Only two players are left, so {seat} set 1 {Ambassador} aside."
_AMBASSADORS_LEFT = "Only two players are left, so {seat} set {count} {Ambassadors} aside."

WORDINGS: Wordings = {
    turn.TurnBegan: Wording("Round {round}: {seat’s} turn."),
    turn.CardsDrawn: Wording(lambda event: _DREW_ONE if event.count == 1 else _DREW_SEVERAL),
    turn.CardsSeen: Wording("New in your hand: {cards}."),
    turn.PileShuffled: Wording(
        _SHUFFLED, rule=lambda event: "CLA-4" if event.deck == "territory" else "TRN-7"
    ),
    turn.AmbassadorRemoved: Wording(
        lambda event: _AMBASSADOR_LEFT if event.count == 1 else _AMBASSADORS_LEFT, rule="AMB-4"
    ),
    turn.MercenariesPlayed: Wording(
        lambda event: _SEVERAL_MERCENARIES if len(event.numbers) > 1 else _MERCENARIES,
        rule="MRC-1",
        brief=BriefType("played {Mercenaries}"),
    ),
    turn.SpoilsCounted: Wording("{seat’s} spoils: {armies} ({items}).", rule="TRN-6"),
    turn.TurnEnded: Wording("{seat’s} turn ended."),
    turn.GameOver: Wording(describe=describe_game_over),
    turn.Resigned: Wording("{seat} resigned.", rule="ELM-7"),
    turn.SeatTaken: Wording(lambda event: _CONTROLS[Control(event.control)]),
    turn.ResultAgreed: Wording(describe=describe_result_agreed, rule="TRN-9"),
    turn.TakenBack: Wording(describe=describe_taken_back, rule="FAIR-6"),
}
"""What is said about each kind of event of chapter 3."""
