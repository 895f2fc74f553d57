"""Sentences for chapters 8 and 9: standing orders, trades and pacts."""

from collections.abc import Sequence

from rules.chapters.diplomacy.pacts import HELP, PEACE, SPARE
from rules.events import agreements
from rules.questions import DecisionKind, DefenceQuestion, Question
from rules.reasons import PactEnd, TradeEnd
from rules.sentences.ended_orders import current_reason
from rules.sentences.wording import Wording, Wordings
from rules.sentences.words import Words, counted

ANSWERED_BY_WORDS = {
    "order": (
        "Your standing order decided {question}.",
        "Your standing order decided {question}: {answer}.",
    ),
    "plan": ("Your plan decided {question}.", "Your plan decided {question}: {answer}."),
    "clock": (
        "You ran out of time, so the game decided {question}.",
        "You ran out of time, so the game decided {question}: {answer}.",
    ),
    "moderator": ("A moderator decided {question}.", "A moderator decided {question}: {answer}."),
}
"""The sentences without and with the answer, by the event’s `by` (ORD-5)."""

_WISH_LIST = (
    "Your wish list decided {question}.",
    "Your wish list decided {question}: {answer}.",
)

QUESTION_WORDS: dict[Question, str] = {
    DecisionKind.STRONGHOLD: "where to place your {stronghold}",
    DecisionKind.CLAIM: "which territory to claim",
    DecisionKind.PLACE: "where to place armies",
    DecisionKind.HIDE: "where to hide armies",
    DecisionKind.MUSTER: "where to place your first armies",
    DecisionKind.ATTACKS: "whether to attack",
    DecisionKind.DEFEND: "how to defend",
    DecisionKind.STRIKE: "whether to send {an Assassin} against a {Fortification}",
    DecisionKind.DICE: "how many dice to roll",
    DecisionKind.COUNTER: "whether to counter {an Assassin}",
    DecisionKind.MOVE_IN: "how many armies to move in",
    DecisionKind.OCCUPY: "which empty territories to claim",
    DecisionKind.FILL: "which empty territories to claim first",
    DecisionKind.BLOCK_EVENT: "whether to block an event",
    DecisionKind.DRAGON: "where the dragon strikes",
    DecisionKind.MOVE_BY_NIGHT: "which armies to move by night",
    DecisionKind.SPOILS: "where to place your spoils",
    DecisionKind.RUIN: "whether to break up a trade",
    DecisionKind.COUNTER_SPY: "whether to counter a Spy",
    DecisionKind.DISCARD_SPIED: "which card to discard",
    DecisionKind.HEADQUARTERS: "where to put your headquarters",
    DecisionKind.SETS: "which sets to trade",
    DecisionKind.REINFORCE: "where to place armies",
    DecisionKind.FORTIFY: "whether to fortify",
    DefenceQuestion.FORTIFICATION: "whether to play a {Fortification}",
    DefenceQuestion.HIDDEN: "whether to reveal hidden armies",
    DefenceQuestion.BLOCK: "whether to send {an Assassin} against the {Hero}",
}
"""What each kind of decision is about, as a clause."""

_WISHED = frozenset({DecisionKind.STRONGHOLD, DecisionKind.CLAIM, DecisionKind.PLACE})
"""The decisions that a wish list answers (SET-10); no standing order answers them."""

_BRIEFLY = {
    **dict.fromkeys(("always", "home", "stronghold", "outnumbered"), "yes"),
    **dict.fromkeys(("pass", "end_attacks"), "no"),
}
"""Answers reported in one word; the next log lines show the effect of any other answer.

An order for certain places ("home") is reported only when it acts, so it means yes.
"""


def describe_answered(event: agreements.Answered, words: Words) -> str:
    """Describe to the owner of a seat what answered for them (ORD-5)."""
    territory, _, armies = event.answer.partition(" ")
    if territory in words.ruleset.board.territories:
        text = _TERRITORY_WITH_ARMIES if armies else "{territory}"
        answer = text.format(territory=words.territory(territory), armies=armies)
    else:
        answer = _BRIEFLY.get(event.answer, "")
    is_wish = event.by == "order" and event.question in _WISHED
    briefly, fully = _WISH_LIST if is_wish else ANSWERED_BY_WORDS[event.by]
    sentence = fully if answer else briefly
    return sentence.format(question=words.say(QUESTION_WORDS[event.question]), answer=answer)


_TERRITORY_WITH_ARMIES = "{territory} {armies}"

_BY_ORDER = {question.value: sentence for question, sentence in QUESTION_WORDS.items()}

_LISTS = frozenset({"claims", "placements"})
"""The parts of a wish list."""

_DISARMED = {
    "plan": "Your plan was cancelled. {reason}",
    "plan done": "Your plan is complete. {reason}",
    **dict.fromkeys(_LISTS, "Dropped from your wish list: {reason}"),
}
_ORDER_DISARMED = "Your standing order on {question} was turned off. {reason}"


def describe_order_disarmed(event: agreements.OrderDisarmed, words: Words) -> str:
    """Describe why a wish, order or plan of the owner has ended (ORD-5, ORD-8)."""
    reason = current_reason(event.reason)
    if event.order in _DISARMED:
        return _DISARMED[event.order].format(reason=reason).strip()
    question = words.say(_BY_ORDER[event.order])
    return _ORDER_DISARMED.format(question=question, reason=reason).strip()


def describe_trade_done(event: agreements.TradeDone, words: Words) -> str:
    """Describe what each side gave (DIP-2)."""
    (one, other), (given, got) = event.seats, event.cards
    return words.say(
        "{one} traded {given} to {other} for {got}.",
        **words.people(one=one, other=other),
        given=words.cards(given),
        got=words.cards(got),
    )


def describe_trade_ruined(event: agreements.TradeRuined, words: Words) -> str:
    """Describe which card an Assassin removed (DIP-4)."""
    return words.say(
        "{An Assassin} removed {card}, so the trade between {parties} is off.",
        card=words.a_card(event.card),
        parties=words.players(_reader_first(event.seats, words)),
    )


_TRADE_ENDS = {
    TradeEnd.TAKEN_BACK: "The trade between {seat} and {partner} was withdrawn.",
    TradeEnd.ELIMINATED: "The trade between {seat} and {partner} is off: a player was eliminated.",
    TradeEnd.RESIGNED: "The trade between {seat} and {partner} is off: a player resigned.",
    TradeEnd.CARD_GONE: (
        "The trade between {seat} and {partner} is off: an offered card is no longer in hand."
    ),
}


def describe_trade_withdrawn(event: agreements.TradeWithdrawn, words: Words) -> str:
    """Describe why a trade is off (DIP-3)."""
    seat, partner = _reader_first((event.seat, event.partner), words)
    people = words.people(seat=seat, partner=partner)
    return words.say(_TRADE_ENDS[TradeEnd(event.reason)], **people)


def _reader_first(seats: Sequence[int], words: Words) -> list[int]:
    """Return seats with the reader’s own first, as in “between you and Anna”."""
    return sorted(seats, key=lambda seat: seat != words.reader)


_OFFERED = "{seat} offered {partners} pact {pact}: {terms}; {length}."
_OFFERED_IN_WORDS = "{seat} offered {partners} pact {pact}: {terms}; {length}. “{words}”"


def describe_pact_offered(event: agreements.PactOffered, words: Words) -> str:
    """Describe the terms and the length of a pact (DIP-1)."""
    return (_OFFERED_IN_WORDS if event.words else _OFFERED).format(
        seat=words.player(event.seat),
        partners=words.players(event.partners),
        pact=event.pact,
        terms="; ".join(pact_term(term, words) for term in event.terms),
        length=pact_length(event.rounds, event.until),
        words=event.words,
    )


def pact_length(rounds: int, until: int) -> str:
    """Return the length of an offered pact in words (DIP-1)."""
    if rounds:
        return counted(rounds, "round", "rounds")
    return _UNTIL.format(round=until) if until else "until someone ends it"


_UNTIL = "until the end of round {round}"
_TERMS = {PEACE: "don’t attack each other", HELP: "help each other"}
_SPARE = "don’t attack {place}"


def pact_term(term: str, words: Words) -> str:
    """Return a term of a pact in words (DIP-1)."""
    if term in _TERMS:
        return _TERMS[term]
    return _SPARE.format(place=words.place(term.removeprefix(SPARE)))


_PACT_ENDS = {
    PactEnd.ENDED: "Pact {pact} has ended.",
    PactEnd.OVER: "Pact {pact} has expired.",
    PactEnd.ELIMINATED: "Pact {pact} is over: one of the players was eliminated.",
    PactEnd.REFUSED: "Pact {pact} was declined.",
}

_PACT_ENDED_BY = "{seat} ended pact {pact}."


def describe_pact_ended_by(pact: int, seat: int, words: Words) -> str:
    """Describe which player ended a pact early (DIP-1)."""
    sentence = _PACT_ENDED_BY.format(seat=words.player(seat), pact=pact)
    return sentence[0].upper() + sentence[1:]


WORDINGS: Wordings = {
    agreements.Answered: Wording(describe=describe_answered),
    agreements.OrderDisarmed: Wording(describe=describe_order_disarmed),
    agreements.OrdersSet: Wording("You changed your standing orders."),
    agreements.WishesSet: Wording("You changed your wish list."),
    agreements.CardsLaid: Wording("{seat} offered {partner} a trade: {cards}.", rule="DIP-3"),
    agreements.TradeAccepted: Wording("{seat} accepted the trade with {partner}.", rule="DIP-3"),
    agreements.TradeWithdrawn: Wording(describe=describe_trade_withdrawn, rule="DIP-3"),
    agreements.TradeDone: Wording(describe=describe_trade_done, rule="DIP-2"),
    agreements.TradeRuined: Wording(describe=describe_trade_ruined, rule="DIP-4"),
    agreements.PactOffered: Wording(describe=describe_pact_offered),
    agreements.PactAnswered: Wording(
        lambda event: (
            "{seat} accepted pact {pact}." if event.accepted else "{seat} declined pact {pact}."
        )
    ),
    agreements.PactBegun: Wording("Pact {pact} is in force.", rule="DIP-1"),
    agreements.PactBroken: Wording(
        "{seat} broke pact {pact} by attacking {target} from {source}.", rule="DIP-1"
    ),
    agreements.PactEnded: Wording(lambda event: _PACT_ENDS[PactEnd(event.reason)], rule="DIP-1"),
}
"""What is said about each kind of event of chapters 8 and 9."""
