"""Sentences for chapters 8 and 9: standing orders, trades and pacts."""

from rules.diplomacy.pacts import HELP, PEACE, SPARE
from rules.events.agreements import (
    Answered,
    OrderDisarmed,
    PactAnswered,
    PactEnded,
    PactOffered,
    TradeDone,
    TradeRuined,
)
from rules.questions import DecisionKind, DefenceQuestion, Question
from rules.sentences.words import Words, counted

ANSWERED_BY_WORDS = {
    "order": "Your standing order",
    "plan": "Your plan",
    "clock": "The clock",
    "moderator": "A moderator",
}

"""The answerer named for ORD-5, by the event's `by`."""

QUESTION_WORDS: dict[Question, str] = {
    DecisionKind.STRONGHOLD: "where your {stronghold} stands",
    DecisionKind.CLAIM: "what to claim",
    DecisionKind.PLACE: "where armies go",
    DecisionKind.HIDE: "where armies hide",
    DecisionKind.MUSTER: "where the first armies go",
    DecisionKind.ATTACKS: "whether to attack",
    DecisionKind.DEFEND: "how to defend",
    DecisionKind.STRIKE: "whether to strike at a {Fortification}",
    DecisionKind.DICE: "how many dice to roll",
    DecisionKind.COUNTER: "whether to counter {an Assassin}",
    DecisionKind.MOVE_IN: "how many armies move in",
    DecisionKind.OCCUPY: "which vacated territories to fill",
    DecisionKind.FILL: "which vacated territories to fill first",
    DecisionKind.BLOCK_EVENT: "whether to block an event",
    DecisionKind.DRAGON: "where the dragon strikes",
    DecisionKind.MOVE_BY_NIGHT: "which armies move by night",
    DecisionKind.SPOILS: "where the spoils go",
    DecisionKind.RUIN: "whether to ruin a trade",
    DecisionKind.COUNTER_SPY: "whether to counter a Spy",
    DecisionKind.DISCARD_SPIED: "which card to discard",
    DecisionKind.HEADQUARTERS: "where your headquarters are",
    DecisionKind.SETS: "which sets to trade",
    DecisionKind.REINFORCE: "where armies go",
    DecisionKind.FORTIFY: "whether to fortify",
    DefenceQuestion.FORTIFICATION: "whether to play a {Fortification}",
    DefenceQuestion.HIDDEN: "whether to reveal hidden armies",
    DefenceQuestion.BLOCK: "whether to send {an Assassin} against the {Hero}",
}
"""The subject of every kind of decision."""

_WISHED = frozenset({DecisionKind.STRONGHOLD, DecisionKind.CLAIM, DecisionKind.PLACE})
"""The decisions a wish list answers (SET-10); no other standing order does."""

_BRIEFLY = {
    **dict.fromkeys(("always", "home", "stronghold", "outnumbered"), "yes"),
    **dict.fromkeys(("pass", "end_attacks"), "no"),
}
"""Answers reported in one word; the log lines that follow show the effect of any other answer.

An order for certain places ("home") is announced only when it acts.
"""


def describe_answered(event: Answered, words: Words) -> str:
    """Describe to the owner of a seat what answered for them (ORD-5)."""
    territory, _, armies = event.answer.partition(" ")
    if territory in words.ruleset.board.territories:
        answer = f"{words.territory(territory)} {armies}".strip()
    else:
        answer = _BRIEFLY.get(event.answer, "")
    question = words.say(QUESTION_WORDS[event.question])
    is_wish = event.by == "order" and event.question in _WISHED
    who = "Your wish list" if is_wish else ANSWERED_BY_WORDS[event.by]
    return f"{who} decided {question}{answer and f': {answer}'}."


_LISTS = frozenset({"claims", "placements"})
"""The parts of a wish list."""


_DISARMED = {
    "plan": "Your plan is switched off: {}",
    "plan done": "Your plan is carried out. {}",
}


def describe_order_disarmed(event: OrderDisarmed, words: Words) -> str:
    """Describe why a wish, order or plan of the owner has ended (ORD-5, ORD-8)."""
    order = words.ruleset.words.get(event.order, event.order.replace("_", " "))
    sentence = f"Your standing order “{order}” is switched off: {{}}"
    if event.order in _LISTS:
        sentence = f"No longer on your list of {event.order}: {{}}"
    return _DISARMED.get(event.order, sentence).format(event.reason).strip()


def describe_trade_done(event: TradeDone, words: Words) -> str:
    """Describe what each side gave (DIP-2)."""
    (one, other), (given, got) = event.seats, event.cards
    return (
        f"{words.player(one)} gave {words.cards(given)} to {words.player(other)} "
        f"for {words.cards(got)} (DIP-2)."
    )


def describe_trade_ruined(event: TradeRuined, words: Words) -> str:
    """Describe which card an Assassin removed (DIP-4)."""
    parties = words.players(event.seats)
    return f"The Assassin struck {words.card(event.card)}: the trade of {parties} is off (DIP-4)."


def describe_pact_offered(event: PactOffered, words: Words) -> str:
    """Describe the terms and the length of a pact (DIP-1)."""
    terms = "; ".join(pact_term(term, words) for term in event.terms)
    length = pact_length(event.rounds, event.until)
    said = f" “{event.words}”" if event.words else ""
    return (
        f"{words.player(event.seat)} offered pact {event.pact} to {words.players(event.partners)}: "
        f"{terms}; {length}.{said}"
    )


def pact_length(rounds: int, until: int) -> str:
    """Return the length of an offered pact in words (DIP-1)."""
    if rounds:
        return counted(rounds, "round", "rounds")
    return f"until the end of round {until}" if until else "until it is ended"


def pact_term(term: str, words: Words) -> str:
    """Return a term of a pact in words (DIP-1)."""
    if term == PEACE:
        return "no attack on each other"
    if term == HELP:
        return "help for each other"
    return f"no attack on {words.place(term.removeprefix(SPARE))}"


def describe_pact_answered(event: PactAnswered, words: Words) -> str:
    """Describe who accepted or refused a pact (DIP-1)."""
    answer = "accepted" if event.accepted else "refused"
    return f"{words.player(event.seat)} {answer} pact {event.pact}."


_PACT_ENDS = {
    "ended": "a party ended it",
    "over": "its rounds are over",
    "eliminated": "a party is out of the game",
    "refused": "it was refused",
}


def describe_pact_ended(event: PactEnded, words: Words) -> str:
    """Describe why a pact is no longer in force (DIP-1)."""
    return f"Pact {event.pact} has no force any more: {_PACT_ENDS[event.reason]} (DIP-1)."
