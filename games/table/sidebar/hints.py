"""Hints: one-time explanations for new players, shown at the moment they matter."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db import transaction

from games.community.people.preferences import held_preferences, preferences_of, save_preferences
from games.drawing.display.goals import goal_of
from games.drawing.display.parts import Part, Parts, Scene, Section
from games.drawing.display.words import can_choose_dice, is_paused, own_attack
from games.models import User
from rules import Ruleset, View
from rules.moves import Control, DeclareAttack, PlayAmbassador, PlayMercenaries
from rules.questions import DecisionKind
from rules.rulesets.ruleset import Phase
from rules.rulesets.words import in_words_of

LAST_ROUND = 3
"""The last round in which hints are shown, except those for any round."""

ANY_ROUND = ("defend", "dice")
"""Hints shown in whichever round they matter first."""
DISMISSED = "hints_dismissed"


@dataclass(frozen=True, slots=True)
class Hint:
    """A short explanation and its title."""

    title: str
    text: str


HINTS: dict[str, Hint] = {
    "goal": Hint("How to win", "{goal}"),
    "armies": Hint(
        "Your new armies",
        "Each turn you get an army for every three territories (at least three armies), plus a "
        "bonus for every whole continent. Spread them over your territories.",
    ),
    "sets": Hint(
        "Sets of cards",
        "Trade three of a kind, or one of each, for armies before you place. With five cards "
        "you must trade.",
    ),
    "choose": Hint(
        "Your attacks",
        "Choose a marked territory of yours, then a neighbour to attack, on the map or in the "
        "list. Attack as often as you like, or not at all. {armies}",
    ),
    "odds": Hint(
        "The odds",
        "These odds are exact, counting everything you can see.",
    ),
    "cards": Hint(
        "Your cards",
        "Play {Mercenaries} and {Ambassadors} before your first attack, {Heroes} when you attack, "
        "{Fortifications} when you’re attacked.",
    ),
    "end": Hint(
        "Ending your turn",
        "When you’re done attacking, press “End attacks …”. You’ll see what comes next before you "
        "confirm it.",
    ),
    "defend": Hint(
        "Defending",
        "You’re under attack! Your highest die is compared with theirs, then the next. Each lost "
        "pair costs an army, and you win ties.",
    ),
    "dice": Hint("Your dice", "You win ties, so roll as many dice as you can."),
    "event": Hint(
        "Events",
        "Every turn brings an event card. Some strike immediately; those that last are listed "
        "under “In force”.",
    ),
    "spoils": Hint(
        "Spoils",
        "You get {empire} armies for each whole empire, {independents} and {banner} for each "
        "banner, your own or captured. Guard your {stronghold}: lose it and you’re eliminated.",
    ),
    "fortify": Hint(
        "Fortifying",
        "Once, at the end of your turn, you can move armies to a neighbouring territory of yours "
        "– for example from a safe place to your border.",
    ),
}
"""All hints, in the order of a turn; a game uses nine of them at most."""

_OF_PHASES = {
    "armies": Phase.REINFORCE,
    "event": Phase.EVENT,
    "spoils": Phase.SPOILS,
    "fortify": Phase.FORTIFY,
}
"""Hints for games that have a certain phase."""


def hints_of(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the names of a game's hints, in the order of a turn."""
    phases = ruleset.order_of_play
    lacking = {name for name, phase in _OF_PHASES.items() if phase not in phases}
    lacking |= {"sets"} if not ruleset.set_values else set()
    lacking |= {"cards"} if not ruleset.battle_cards else set()
    return tuple(name for name in HINTS if name not in lacking)


_INDEPENDENTS = {
    "none": "{independents} for holding every independent territory",
    "beside": (
        "{independents} for holding every independent territory, {region} for each independent "
        "region"
    ),
    "instead": "{region} for each independent region",
}
"""The spoils of independent territories, by the option `regions`."""


_ARMIES_LATER = "New armies come later."
"""Added to the hint on attacks in games whose turns end with reinforcements."""


def _text(hint: Hint, view: View) -> str:
    """Return a hint's text, with the game's numbers and terms filled in."""
    empire, independents, banner = view.ruleset.spoils
    regions = _INDEPENDENTS[view.options.regions]
    text = in_words_of(
        view.ruleset,
        hint.text,
        armies=_ARMIES_LATER if Phase.SPOILS in view.ruleset.order_of_play else "",
        goal=goal_of(view.ruleset, view.winning_number),
        empire=empire,
        independents=regions.format(independents=independents, region=view.ruleset.region_spoils),
        banner=banner,
    )
    return text.strip()


_OF_QUESTIONS = {
    DecisionKind.SPOILS: "spoils",
    DecisionKind.FORTIFY: "fortify",
    DecisionKind.DEFEND: "defend",
}
"""The hint for a kind of decision; other kinds have none here."""


_BEFORE_ATTACKS = (PlayMercenaries, PlayAmbassador)
"""The cards that can no longer be played after the first attack of a turn."""


def moments(view: View) -> tuple[str, ...]:
    """Return the names of the hints that matter now, most important first."""
    # A tutorial explains each step itself.
    if view.seat is None or view.outcome is not None or view.options.tutorial:
        return ()
    player = view.player(view.seat)
    # A player whose seat a bot or steward plays has nothing to press.
    if player.eliminated or player.control is not Control.PLAYER:
        return ()
    return tuple(name for name in _moments(view) if name in shown_in(view.round))


def shown_in(round_: int) -> tuple[str, ...]:
    """Return the names of the hints that may be shown in a round."""
    return tuple(HINTS) if round_ <= LAST_ROUND else ANY_ROUND


def _moments(view: View) -> tuple[str, ...]:
    decision = view.decision
    if not view.round:
        return ("goal",) if decision else ()
    if decision is None:
        return ("event",) if view.in_force and not own_attack(view) else ()
    if decision.kind is DecisionKind.ATTACKS:
        return tuple(_of_attacks(view))
    if decision.kind in (DecisionKind.REINFORCE, DecisionKind.SETS):
        return ("sets", "armies") if view.territory_cards else ("armies",)
    if decision.kind is DecisionKind.DEFEND and can_choose_dice(view):
        return ("defend", "dice")
    if decision.kind in _OF_QUESTIONS:
        return (_OF_QUESTIONS[decision.kind],)
    return ("event",) if view.phase is Phase.EVENT else ()


def _of_attacks(view: View) -> Iterator[str]:
    """Yield the hints for a player who may attack, omitting anything they cannot do."""
    offered = {option.move for option in view.offer()}
    is_early = not view.has_attacked and not offered.isdisjoint(_BEFORE_ATTACKS)
    if is_early:
        yield "cards"
    if not view.has_attacked and DeclareAttack in offered:
        yield "choose"
    # After the first attack, Mercenaries and Ambassadors can no longer be played.
    if view.ruleset.battle_cards and view.hand and not is_early and not view.has_attacked:
        yield "cards"
    if view.has_attacked:
        yield "end"


def hint_parts(scene: Scene) -> Parts:
    """Yield the part that names the hints that matter now, or says that hints are over."""
    if scene.seat is not None:
        now = () if is_paused(scene) else moments(scene.view)
        facts = {"moments": " ".join(now), "is_late": scene.view.round > LAST_ROUND}
        yield "moment", Part("table/sidebar/_moment.html", facts)


def _inputs(scene: Scene) -> Any:
    view = scene.view
    player = None if view.seat is None else view.player(view.seat)
    is_watching = bool(view.in_force) and not own_attack(view)
    # The view itself is new for each position: what a player may do depends on all of it.
    return view.decision and view, view.round, is_watching, player


SECTIONS = (Section(hint_parts, _inputs),)


def hints_context(
    scene: Scene, user: User | AnonymousUser, is_attacking: bool = False
) -> dict[str, Any]:
    """Return the hints that a viewer has not dismissed, marking the one to show first.

    `is_attacking` means that a target is chosen, so the page shows the odds of the attack.
    """
    has_hints = scene.seat is not None and not scene.view.options.tutorial
    left = _left(user) if has_hints else ()
    decision = scene.view.decision
    # The defender sees odds too, but has no attack to press.
    has_odds = is_attacking and decision is not None and decision.kind is DecisionKind.ATTACKS
    wanted = (("odds",) if has_odds else ()) + moments(scene.view)
    wanted = () if is_paused(scene) else wanted
    now = next((name for name in wanted if name in left), None)
    return {
        "code": scene.seating.code,
        "hints": [
            {
                "name": name,
                "title": HINTS[name].title,
                "text": _text(HINTS[name], scene.view),
                "is_now": name == now,
            }
            for name in left
            if name in hints_of(scene.view.ruleset) and name in shown_in(scene.view.round)
        ],
    }


def _left(user: User | AnonymousUser) -> tuple[str, ...]:
    if not isinstance(user, User) or preferences_of(user)["hints"] == "off":
        return ()
    dismissed = user.preferences.get(DISMISSED, ())
    return tuple(name for name in HINTS if name not in dismissed)


@transaction.atomic
def dismiss(user: User, name: str) -> None:
    """Dismiss a hint for a user; unknown names are ignored."""
    if name in HINTS:
        kept = held_preferences(user)
        dismissed = {*kept.get(DISMISSED, ()), name}
        user.preferences = {**kept, DISMISSED: sorted(dismissed)}
        user.save(update_fields=["preferences"])


def switch_off(user: User) -> None:
    """Switch off all hints for a user; the settings page can switch them on again."""
    save_preferences(user, {"hints": "off"})
