"""Standing orders and wish lists (chapter 8), leaving the table, and ending the game."""

import json
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import ngettext

from games.display.parts import Part, Parts, Scene, digest_of
from games.display.words import is_paused
from games.panel.orders.limits import limit_context, switched_on
from games.panel.paused import may_order
from rules import Options, Ruleset, View
from rules.json import to_plain
from rules.moves import AgreeResult, ClaimWin, Control, Resign, SetOrders, SetWishes
from rules.moves.orders_and_wishes import FALLBACKS, ORDER_CHOICES, Orders
from rules.orders.standing_orders import first_orders
from rules.rulesets.words import in_words_of
from rules.sentences.words import listed

ASK = "ask"
LEAVING = "leaving"
"""The key of the form for leaving, if one is shown."""

BLANK_WISHES = 6
"""The number of empty fields after the saved wishes."""


@dataclass(frozen=True, slots=True)
class Question:
    """A standing order as a question to the player: text, rule, and labels of the answers."""

    text: str
    rule: str
    words: dict[str, str]


QUESTIONS: dict[str, Question] = {
    "fortification": Question(
        "You’re attacked and have a {Fortification}. Play it?",
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
        "HID-1",
        {"outnumbered": "When I am outnumbered", "always": "Always", "never": "No"},
    ),
    "block": Question(
        "A {Hero} attacks you. Send {an Assassin} against it?",
        "ASN-4",
        {"never": "No", "stronghold": "At my {stronghold}", "always": "Always"},
    ),
    "dice": Question("How many dice do you roll in defence?", "ATT-4", {"most": "The most"}),
    "strike": Question(
        "You attack and they play a {Fortification}. Send {an Assassin} against it?",
        "ASN-5",
        {"never": "No", "always": "Always"},
    ),
    "counter": Question(
        "{An Assassin} is sent against you. Counter it with yours?",
        "ASN-3",
        {"always": "Always", "never": "No"},
    ),
    "block_event": Question(
        "A {Fortification} can stop an event that hits you. Play one?",
        "FOR-3",
        {"never": "No", "always": "Always"},
    ),
    "ruin": Question(
        "Two players trade cards in your turn. Send {an Assassin} to break it up?",
        "DIP-4",
        {"never": "No"},
    ),
    "fill": Question(
        "A player is out. Which empty territories do you claim, and from where?",
        "ELM-4",
        {"auto": "Those next to mine first, from where I have most"},
    ),
    "sets": Question(
        "You have too many territory cards and must trade a set. Which one?",
        "CLA-4",
        {"best": "The most valuable, with the fewest wild cards"},
    ),
}
"""The question that each standing order answers (ORD-1), the most used first."""

OF_SPIES = {"counter": "CAS-4"}
"""The rules that questions cite instead in games with Spies."""


# Standing orders


def orders_context(scene: Scene) -> dict[str, Any] | None:
    """Return the context of the viewer's standing orders; None if they have none to give."""
    view = scene.view
    if not _takes_orders(scene):
        return None
    first = first_orders(view.options.pace)
    return {
        "code": scene.seating.code,
        "key": secrets.token_urlsafe(12),
        "drawn": _orders_key(view),
        "move": SetOrders.name,
        "questions": [_question(scene, name) for name in asked_in(view.ruleset, view.options)],
        "again": [
            {
                "name": name,
                "mark": f"-{name}",
                "fields": switched_on(view, name),
                # Its button is outside the form, beside the order.
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


def _takes_orders(scene: Scene) -> bool:
    view = scene.view
    return view.orders is not None and _is_playing(view) and may_order(scene)


def _orders_key(view: View) -> str:
    """Return a digest of the viewer's orders."""
    return digest_of(json.dumps(to_plain(view.orders), sort_keys=True))


def _is_playing(view: View) -> bool:
    return view.seat is not None and view.outcome is None and not view.player(view.seat).eliminated


def asked_in(ruleset: Ruleset, options: Options) -> tuple[str, ...]:
    """Return the standing orders that apply in a game, the most used first."""
    # Under CAS-7 hidden armies are revealed only on their owner's turn: defenders are not asked.
    idle = ("hidden",) if options.hidden_at_start else ()
    return tuple(name for name in QUESTIONS if name in ruleset.standing_orders and name not in idle)


def _question(scene: Scene, name: str) -> dict[str, Any]:
    view = scene.view
    question, orders = QUESTIONS[name], view.own_orders
    words = {word: in_words_of(view.ruleset, text) for word, text in question.words.items()}
    return {
        "name": name,
        "text": in_words_of(view.ruleset, question.text),
        "rule": OF_SPIES.get(name, question.rule) if view.ruleset.has_spies else question.rule,
        "value": getattr(orders, name),
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
    """Yield a one-sentence summary of the viewer's orders, and a key that changes with them."""
    view = scene.view
    if view.orders is None:
        return
    if view.outcome is not None:
        sentence = "The game is over, so your orders no longer apply."
    elif not _is_playing(view):
        sentence = "You’re out of the game, so your orders no longer apply."
    else:
        sentence = in_words(view.orders, view.ruleset, view.options)
    yield "standing", Part("panel/orders/_standing.html", {"sentence": sentence})
    drawn = _orders_key(view) if _takes_orders(scene) else ""
    yield "orders_key", Part("page/_sheet_key.html", {"drawn": drawn})


def in_words(orders: Orders, ruleset: Ruleset, options: Options) -> str:
    """Return how many questions the orders answer, and how many will still be asked."""
    questions = asked_in(ruleset, options)
    off = sum(name in questions for name in orders.off)
    if off:
        text = ngettext(
            "Saved, but {off} order is off; your fallback answer applies.",
            "Saved, but {off} orders are off; your fallback answers apply.",
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
    return text.format(answered=answered, number=len(questions))


_ALL_ANSWERED = "Saved: all {number} automatic answers set."
_NONE_ANSWERED = "Saved: we’ll ask you all {number} questions."
_SOME_ANSWERED = "Saved: {answered} of {number} automatic answers set."


# Wish lists (SET-10)


def may_wish(scene: Scene) -> bool:
    """Return whether wishes can still be carried out: only in a full set-up (SET-10)."""
    view = scene.view
    is_full = not view.round and not view.options.quick
    return is_full and _is_playing(view) and not is_paused(scene)


def wishes_context(scene: Scene) -> dict[str, Any] | None:
    """Return the context of the viewer's wishes in a full set-up; None after it."""
    view = scene.view
    if not may_wish(scene):
        return None
    wishes, board = view.own_wishes, view.board
    placed: dict[str, int] = {}
    for name, number in wishes.placements:
        placed[name] = placed.get(name, 0) + number
    groups = [
        (empire.name, [(name, board.territories[name].name) for name in empire.territories])
        for empire in board.groups.values()
    ]
    return {
        "code": scene.seating.code,
        "key": secrets.token_urlsafe(12),
        "move": SetWishes.name,
        "claims": [*wishes.claims, *[""] * BLANK_WISHES],
        "groups": groups,
        "home": " ".join(_home(view)),
        "site": view.ruleset.words["stronghold"],
        "strongholds": [
            (empire.id, empire.name, territories, wishes.strongholds.get(empire.id, ""))
            for empire, (_, territories) in zip(board.empires.values(), groups, strict=False)
        ]
        if not view.player(view.own_seat).stronghold
        else [],
        "placements": [
            (title, [(name, called, placed.get(name, 0)) for name, called in territories])
            for title, territories in groups
        ],
        "has_placements": bool(placed),
    }


def _home(view: View) -> Iterator[str]:
    """Yield the free territories of the home empire, those beside the stronghold first."""
    player = view.player(view.own_seat)
    if player.empire is None:
        return
    territories = view.board.empires[player.empire].territories
    free = [name for name in territories if view.owner(name) is None]
    beside = view.board.territories[player.stronghold].neighbours if player.stronghold else ()
    yield from sorted(free, key=lambda name: name not in beside)


# Leaving, and ending the game


def has_leaving(scene: Scene) -> bool:
    """Return whether the page has a section for leaving; it is empty while the game is paused."""
    if is_paused(scene):
        return scene.seat is not None and _is_playing(scene.view)
    return leaving_context(scene) is not None


def leaving_parts(scene: Scene) -> Parts:
    """Yield a key that changes when the forms for leaving change."""
    if scene.seat is not None:
        has_left = scene.view.player(scene.seat).control is Control.BOT
        drawn = "" if is_paused(scene) or has_left else _leaving_key(scene.view)
        yield "leave_key", Part("page/_sheet_key.html", {"drawn": drawn})


def _leaving_key(view: View) -> str:
    """Return a key that changes with the agreements shown in the form."""
    words = (f"{seat}:{','.join(map(str, named))}" for seat, named in sorted(view.agreed.items()))
    return "-".join((LEAVING, *words))


def leaving_context(scene: Scene) -> dict[str, Any] | None:
    """Return the ways the viewer may leave or end the game; None if there are none."""
    view = scene.view
    forms = view.declarations() if _is_playing(view) and not is_paused(scene) else {}
    if not forms.keys() & {Resign.name, ClaimWin.name, AgreeResult.name}:
        return None
    agree = forms.get(AgreeResult.name)
    seats = agree["winners"]["any_of"] if agree else ()
    return {
        "code": scene.seating.code,
        "key": secrets.token_urlsafe(12),
        "drawn": _leaving_key(view),
        "may_resign": Resign.name in forms,
        "may_claim_win": ClaimWin.name in forms,
        "winners": [(seat, _called(scene, seat)) for seat in seats],
        "words": list(_words_given(scene)) if agree else [],
        "has_word": scene.seat in view.agreed,
        "is_steward": view.options.on_resign == Control.STEWARD,
        "is_last": _is_last(scene),
        "break": _break_kind(scene),
    }


def _is_last(scene: Scene) -> bool:
    """Return whether no other person plays."""
    others = (player for player in scene.view.players if player.seat != scene.seat)
    return not any(player.person and player.own and not player.eliminated for player in others)


def _break_kind(scene: Scene) -> str:
    """Return what happens if the viewer closes the page: the game pauses, or the clock runs on."""
    clock = scene.seating.clock
    if _is_last(scene) and not (clock and clock.is_slow):
        return "pause"
    return "clock" if scene.seating.has_clock else "wait"


def _words_given(scene: Scene) -> Iterator[str]:
    names = scene.seating.names
    for seat, winners in sorted(scene.view.agreed.items()):
        who = "You" if seat == scene.seat else names[seat]
        yield _WORD_GIVEN.format(player=who, winners=listed([names[one] for one in winners]))


_WORD_GIVEN = "{player}: {winners}."
_YOURSELF = "{player} (you)"


def _called(scene: Scene, seat: int) -> str:
    name = scene.seating.names[seat]
    return _YOURSELF.format(player=name) if seat == scene.seat else name
