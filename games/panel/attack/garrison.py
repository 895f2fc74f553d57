"""The garrison to keep in the viewer's stronghold or headquarters when armies leave it."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.board.territories import headquarters_seen
from games.display.parts import Scene
from games.display.turn_steps import spoils_this_turn
from games.display.words import names_of, words_of
from rules import View
from rules.bots.general.garrisons import (
    Threat,
    garrison_needed,
    greatest_threat,
    risk_of_losing,
)
from rules.bots.position import LEAST_GARRISON
from rules.sentences.words import armies, paragraph, percent

_KEEP = {
    "stronghold": "We suggest keeping {needed} in {site}, your {stronghold}.",
    "headquarters": "We suggest keeping {needed} in {site}, your headquarters.",
}
_KEEP_MORE = {
    "stronghold": "{site}, your {stronghold}, needs {needed} to be safe, but at most {most} can "
    "stay.",
    "headquarters": "{site}, your headquarters, needs {needed} to be safe, but at most {most} can "
    "stay.",
}
_COULD_LEAVE = {
    "stronghold": "This could leave only {left} in {site}, your {stronghold}. It needs {needed} to "
    "be safe.",
    "headquarters": "This could leave only {left} in {site}, your headquarters. It needs {needed} "
    "to be safe.",
}
_LEAVES = {
    "stronghold": "This leaves at least {left} in {site}, your {stronghold}. We suggest {needed}.",
    "headquarters": "This leaves at least {left} in {site}, your headquarters. We suggest "
    "{needed}.",
}
_RISK = "Attacks with all that can reach it would still succeed in about {risk} of cases."
_LITTLE_RISK = "Then attacks with all that can reach it succeed in fewer than {risk} of cases."
_STEP = 0.05
"""The risk is an estimate, so it is rounded to steps."""
_THREAT = {
    "beside": "Neighbouring {threat} has {armies}.",
    "behind": "{armies} in {threat} could fight their way to it.",
    "sea": "{armies} in {threat} could reach it {by fleet}.",
}
"""The greatest danger, by the way that the armies would take."""
_NO_THREAT = {
    False: "No enemy is strong enough to reach it now, but that could change.",
    True: "No other enemy is strong enough to reach it now, but that could change.",
}
"""The danger to a site that nobody could reach, by whether a neighbour is under attack."""
_SPOILS = "Your spoils can make up for it."
_IF_IT_FALLS = "If {target} falls, {enough} will do."


@dataclass(frozen=True, slots=True)
class Garrison:
    """A stronghold or headquarters of the viewer, and the armies that it needs.

    `needed` is the number that a general keeps there, and `risk` the chance that it then falls if
    all opponents storm it with all they have, None if generals do not estimate that. `enough` is
    the number that it needs if the neighbour under attack, `target`, falls. `threat` is the
    greatest danger from elsewhere.
    """

    territory: str
    kind: str
    needed: int
    enough: int
    target: str = ""
    threat: Threat | None = None
    risk: float | None = None

    @property
    def must_take_target(self) -> bool:
        """Whether fewer armies would do if the target fell."""
        return self.enough < self.needed

    def spare(self, armies: int) -> int:
        """Return how many of `armies` may leave; at least one, as the player wants to move some."""
        return max(1, min(armies - 1, armies - self.enough))


@dataclass(frozen=True, slots=True)
class Staying:
    """The armies that an attack as chosen would leave behind.

    `chosen` is the number that the player chose to keep, `fewest` the number after the worst rolls.
    One roll can cost two armies, so `fewest` can be lower.
    """

    chosen: int
    fewest: int


def garrison_of(view: View, territory: str, target: str = "") -> Garrison | None:
    """Return the garrison to keep on a territory when armies leave it or attack `target`.

    None unless the territory is the viewer's stronghold or headquarters.
    """
    kind = _kind(view, territory)
    if not kind:
        return None
    near = target if target in view.board.territories[territory].neighbours else ""
    threat = greatest_threat(view, territory, near)
    needed = garrison_needed(view)
    enough = min(needed, garrison_needed(view, captured=near)) if near else needed
    risk = risk_of_losing(view, needed)
    return Garrison(territory, kind, needed, enough, near, threat, risk)


def _kind(view: View, territory: str) -> str:
    if view.stronghold_on(territory) == view.seat:
        return "stronghold"
    return "headquarters" if headquarters_seen(view).get(territory) == view.seat else ""


def is_too_weak(garrison: Garrison | None, most: int) -> bool:
    """Return whether `most` armies are too few for the garrison."""
    return garrison is not None and garrison.enough > most


def garrison_warning(
    scene: Scene, garrison: Garrison | None, most: int, staying: Staying | None = None
) -> str:
    """Return a note on how many armies should stay behind; "" without a garrison.

    `most` is the largest number that can stay, `staying` what an attack as chosen would leave.
    """
    if garrison is None:
        return ""
    keep, is_enough = _keep(garrison, most, staying)
    is_weak = is_too_weak(garrison, most)
    risk = _risk_text(garrison.risk) if is_enough else ""
    more = [_IF_IT_FALLS] if garrison.must_take_target and not is_weak else []
    names, threat = names_of(scene.view), garrison.threat
    spoils = _help_of_spoils(scene.view, garrison.enough - most) if is_weak else ""
    return words_of(scene).say(
        paragraph(keep, risk, *_dangers(garrison), *more, spoils),
        site=names[garrison.territory],
        threat=names[threat.territory] if threat else "",
        armies=armies(threat.armies if threat else 0),
        needed=armies(garrison.needed),
        most=str(most),
        left=armies(staying.fewest if staying else most),
        enough=str(garrison.enough),
        target=names.get(garrison.target, ""),
        risk=percent(_rounded(garrison.risk)),
    )


def _keep(garrison: Garrison, most: int, staying: Staying | None) -> tuple[str, bool]:
    """Return the sentence on the armies to keep, and whether enough stay."""
    if staying and staying.chosen < min(garrison.enough, most):
        return _COULD_LEAVE[garrison.kind], False
    if is_too_weak(garrison, most):
        return _KEEP_MORE[garrison.kind], False
    if staying and staying.fewest >= garrison.needed:
        return _LEAVES[garrison.kind], True
    return _KEEP[garrison.kind], True


_TOO_FEW = {
    "stronghold": "{site}, your {stronghold}, has {held}. We suggest {needed} there.",
    "headquarters": "{site}, your headquarters, has {held}. We suggest {needed} there.",
}


def weakness(scene: Scene) -> str:
    """Return a warning if fewer armies are in the viewer's site than it needs; "" if not.

    The site is a stronghold or headquarters.
    """
    view, names = scene.view, names_of(scene.view)
    for site in view.held_by(view.own_seat):
        kind = _kind(view, site)
        if kind and view.armies(site) < (needed := garrison_needed(view)):
            spoils = _help_of_spoils(view, needed - view.armies(site))
            return words_of(scene).say(
                paragraph(_TOO_FEW[kind], spoils),
                site=names[site],
                held=armies(view.armies(site)),
                needed=armies(needed),
            )
    return ""


def _help_of_spoils(view: View, missing: int) -> str:
    """Return that the spoils of this turn suffice for the missing armies; "" if they do not."""
    return _SPOILS if spoils_this_turn(view) >= missing else ""


def _risk_text(risk: float | None) -> str:
    if risk is None:
        return ""
    return _RISK if risk >= _STEP else _LITTLE_RISK


def _rounded(risk: float | None) -> float:
    return max(1, round((risk or 0) / _STEP)) * _STEP


def _dangers(garrison: Garrison) -> Iterator[str]:
    """Yield a sentence on where the danger comes from; none if the least garrison will do."""
    if garrison.threat is not None:
        yield _THREAT[garrison.threat.way]
    elif garrison.enough > LEAST_GARRISON:
        yield _NO_THREAT[bool(garrison.target)]
