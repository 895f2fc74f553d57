"""The form for standing orders (chapter 8), and a one-sentence summary of them."""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import ngettext

from games.drawing.display.parts import Part, Parts, Scene, Section
from games.table.panel.orders.limits import limit_context, switched_on
from games.table.panel.paused import may_order
from rules import Options, Ruleset, View
from rules.chapters.orders.standing_orders import first_orders
from rules.moves import SetOrders
from rules.moves.orders_and_wishes import FALLBACKS, ORDER_CHOICES, Orders
from rules.questions import DecisionKind
from rules.rulesets.words import in_words_of

ASK = "ask"


@dataclass(frozen=True, slots=True)
class Question:
    """A standing order as a question to the player: text, rule, and labels of the answers.

    `subject` is what it is about, in a few words.
    """

    text: str
    subject: str
    rule: str
    words: dict[str, str]


QUESTIONS: dict[str, Question] = {
    "fortification": Question(
        "You’re attacked and have a {Fortification}. Play it?",
        "{Fortification}",
        "FOR-1",
        {
            "never": "No",
            "stronghold": "For my {stronghold}",
            "home": "In my home empire",
            "always": "Always",
        },
    ),
    "hidden": Question(
        "You’re attacked where you have hidden armies. Reveal them?",
        "Hidden armies",
        "HID-1",
        {"outnumbered": "When I am outnumbered", "always": "Always", "never": "No"},
    ),
    "block": Question(
        "A {Hero} attacks you. Send {an Assassin} against it?",
        "{Assassin} against their {Hero}",
        "ASN-4",
        {"never": "No", "stronghold": "At my {stronghold}", "always": "Always"},
    ),
    "dice": Question(
        "How many dice do you roll in defence?",
        "Dice",
        "ATT-4",
        {"most": "As many as possible"},
    ),
    "strike": Question(
        "You attack and they play a {Fortification}. Send {an Assassin} against it?",
        "{Assassin} against their {Fortification}",
        "ASN-5",
        {"never": "No", "always": "Always"},
    ),
    "counter": Question(
        "Someone sends {an Assassin} against you. Counter it with yours?",
        "Counter {an Assassin}",
        "ASN-3",
        {"always": "Always", "never": "No"},
    ),
    "block_event": Question(
        "A {Fortification} can stop an event that hits you. Play one?",
        "Block an event",
        "FOR-3",
        {"never": "No", "always": "Always"},
    ),
    "ruin": Question(
        "Two players trade cards on your turn. Send {an Assassin} to break it up?",
        "Break up a trade",
        "DIP-4",
        {"never": "No"},
    ),
    "fill": Question(
        "A player was eliminated. Which empty territories do you claim, and where do the armies "
        "come from?",
        "Claims",
        "ELM-4",
        {"auto": "Those next to mine first, from where I have the most armies"},
    ),
    "sets": Question(
        "You have too many territory cards and must trade a set. Which one?",
        "Set",
        "CLA-4",
        {"best": "The most valuable, with the fewest wild cards"},
    ),
}
"""The question that each standing order answers (ORD-1), the most used first."""

GROUPS = {
    "defence": ("Defence", ("fortification", "hidden", "block", "dice")),
    "cards": ("Cards", ("strike", "counter", "block_event", "ruin")),
    "claims": ("Claims after an elimination", ("fill",)),
    "sets": ("Sets of territory cards", ("sets",)),
}
"""The groups of the form: title, and standing orders."""

_GROUP_OF_DECISION = {
    DecisionKind.STRIKE: "cards",
    DecisionKind.COUNTER: "cards",
    DecisionKind.COUNTER_SPY: "cards",
    DecisionKind.BLOCK_EVENT: "cards",
    DecisionKind.RUIN: "cards",
    DecisionKind.FILL: "claims",
    DecisionKind.SETS: "sets",
}
"""The group that matters while each kind of decision is open; otherwise it is defence."""

MOST_UNFOLDED = 3
"""How many questions a form may have without folding any."""


def orders_context(scene: Scene) -> dict[str, Any] | None:
    """Return the context of the viewer's standing orders; None if they may not change orders."""
    view = scene.view
    if not takes_orders(scene):
        return None
    first = first_orders(view.options.pace)
    return {
        "code": scene.seating.code,
        "key": secrets.token_urlsafe(12),
        "move": SetOrders.name,
        "groups": list(_groups(scene, first)),
        "again": [
            {
                "name": name,
                "mark": f"-{name}",
                "fields": switched_on(view, name),
                # The form's button is outside it, beside the order.
                "sent_by": f"[form='again-{name}']",
            }
            for name in view.own_orders.off
        ],
        "first": list(_fields_of(view.ruleset, first)),
        "is_first": all(
            getattr(view.orders, name) == getattr(first, name)
            for name in view.ruleset.standing_orders
        )
        and not view.own_orders.fallbacks
        and not view.own_orders.limits,
        "pace": view.options.pace,
        "has_clock": scene.seating.has_clock,
    }


def takes_orders(scene: Scene) -> bool:
    """Return whether the viewer may change standing orders now."""
    view = scene.view
    return view.orders is not None and is_playing(view) and may_order(scene)


def orders_inputs(scene: Scene) -> Any:
    """Return the viewer's orders, and what they can be limited to (ORD-9); None without a form."""
    view = scene.view
    if not takes_orders(scene):
        return None
    return view.orders, view.held_by(view.own_seat), view.living(), view.round


def is_playing(view: View) -> bool:
    """Return whether the viewer is still playing."""
    return view.seat is not None and view.outcome is None and not view.player(view.seat).eliminated


def asked_in(ruleset: Ruleset, options: Options) -> tuple[str, ...]:
    """Return the standing orders that apply in a game, the most used first."""
    # Under CAS-7 only the player on turn reveals hidden armies, so defenders are not asked.
    idle = ("hidden",) if options.hidden_at_start else ()
    return tuple(name for name in QUESTIONS if name in ruleset.standing_orders and name not in idle)


def _groups(scene: Scene, first: Orders) -> Iterator[dict[str, Any]]:
    """Yield the groups that have questions in this game.

    The group that matters now is unfolded, and so is each with orders that differ from the initial
    ones.
    """
    view = scene.view
    asked = asked_in(view.ruleset, view.options)
    decision = view.decision
    current = _GROUP_OF_DECISION.get(decision.kind, "defence") if decision else "defence"
    for group, (title, names) in GROUPS.items():
        found = [name for name in asked if name in names]
        if not found:
            continue
        questions = [question_context(scene, name) for name in found]
        yield {
            "name": group,
            "title": title,
            "questions": questions,
            "answered": [question for question in questions if question["answer"]],
            "is_open": group == current
            or len(asked) <= MOST_UNFOLDED
            or any(_is_changed(view.own_orders, first, name) for name in found),
        }


def _is_changed(orders: Orders, first: Orders, name: str) -> bool:
    """Return whether an order differs from the initial one, or has been switched off."""
    is_same = getattr(orders, name) == getattr(first, name)
    has_first_fallback = orders.fallbacks.get(name, FALLBACKS[name]) == FALLBACKS[name]
    return not (is_same and has_first_fallback) or name in orders.limits or name in orders.off


def question_context(scene: Scene, name: str) -> dict[str, Any]:
    """Return a standing order with its question, choices, fallback and limits."""
    view = scene.view
    question, orders = QUESTIONS[name], view.own_orders
    words = {word: in_words_of(view.ruleset, text) for word, text in question.words.items()}
    value = getattr(orders, name)
    return {
        "name": name,
        "text": in_words_of(view.ruleset, question.text),
        "subject": in_words_of(view.ruleset, question.subject),
        "rule": view.ruleset.rule(question.rule),
        "value": value,
        "answer": words.get(value),
        "choices": [(word, words.get(word, "Ask me")) for word in ORDER_CHOICES[name]],
        "fallback": orders.fallbacks.get(name, FALLBACKS[name]),
        "fallbacks": [(word, words[word]) for word in ORDER_CHOICES[name] if word != ASK],
        "limit": limit_context(scene, name),
    }


def _fields_of(ruleset: Ruleset, orders: Orders) -> Iterator[tuple[str, str]]:
    """Yield each standing order as a (name, value) form field, default answers included."""
    for name in ruleset.standing_orders:
        yield f"order:{name}", getattr(orders, name)


def orders_parts(scene: Scene) -> Parts:
    """Yield a one-sentence summary of the viewer's orders."""
    view = scene.view
    if view.orders is None:
        return
    if view.outcome is not None:
        sentence = "The game is over, so your orders no longer apply."
    elif not is_playing(view):
        sentence = "You were eliminated, so your orders no longer apply."
    else:
        sentence = in_words(view.orders, view.ruleset, view.options)
    yield "standing", Part("table/panel/orders/_standing.html", {"sentence": sentence})


SECTIONS = (Section(orders_parts, lambda scene: (scene.view.orders, is_playing(scene.view))),)


def in_words(orders: Orders, ruleset: Ruleset, options: Options) -> str:
    """Return how many questions the orders answer, and how many will still be asked."""
    questions = asked_in(ruleset, options)
    off = sum(name in questions for name in orders.off)
    if off:
        text = ngettext(
            "{off} order is off; your fallback answer applies instead.",
            "{off} orders are off; your fallback answers apply instead.",
            off,
        )
        return text.format(off=off)
    asked = sum(getattr(orders, name) == ASK for name in questions)
    answered = len(questions) - asked
    text = _SOME_ANSWERED
    if not asked:
        text = _ALL_ANSWERED
    elif not answered:
        text = _NONE_ANSWERED
    elif answered == 1:
        text = _ONE_ANSWERED
    return text.format(answered=answered, number=len(questions))


_ALL_ANSWERED = "All {number} automatic answers are on."
_NONE_ANSWERED = "No automatic answers are on: we’ll ask you all {number} questions."
_ONE_ANSWERED = "1 of {number} automatic answers is on."
_SOME_ANSWERED = "{answered} of {number} automatic answers are on."
