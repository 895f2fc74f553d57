"""The garrison to keep in the viewer's stronghold or headquarters when armies leave it."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.drawing.board.territories import headquarters_seen
from games.drawing.display.parts import Scene
from games.drawing.display.turn_steps import spoils_this_turn
from games.drawing.display.words import names_of, words_of
from rules import View
from rules.bots.general.garrisons import (
    Threat,
    garrison_needed,
    greatest_threat,
    risk_of_losing,
)
from rules.bots.position import LEAST_GARRISON
from rules.sentences.words import armies, paragraph, percent

_OWN = {
    "stronghold": "your {stronghold} in {territory}",
    "headquarters": "your headquarters in {territory}",
}
"""A garrison's place in the first sentence that mentions it; later ones say “it” or “there”."""
_KEEP = "We suggest keeping {needed} {there}."
_LEAVES = "This leaves at least {left} {there}. We suggest {needed}."
_COULD_LEAVE = "Only {left} could be left {there}. It needs {needed} to be safe."
_KEEP_MORE = "At most {most} can stay {there}. It needs {needed} to be safe."
_DANGERS = (_COULD_LEAVE, _KEEP_MORE)
"""The sentences on a garrison that is too weak; they come first."""
_RISK = "Attacks with all that can reach it would still succeed in about {risk} of cases."
_LITTLE_RISK = "Then attacks with all that can reach it succeed in fewer than {risk} of cases."
_STEP = 0.05
"""The step to which the risk is rounded, as it is only an estimate."""
_THREAT = {
    "beside": "{threat} threatens {site} with {armies}.",
    "behind": "{armies} in {threat} could fight their way to {site}.",
    "sea": "{armies} in {threat} could reach {site} {by fleet}.",
}
"""The sentence on the greatest danger, by land or by sea."""
_NO_THREAT = {
    False: "No enemy is strong enough to reach {site} now, but that could change.",
    True: "No other enemy is strong enough to reach {site} now, but that could change.",
}
"""The sentence on a site that nobody can reach, keyed by whether a neighbour is under attack."""
_SPOILS = "Your spoils can make up for it."
_IF_IT_FALLS = "If {target} falls, {enough} will do."


@dataclass(frozen=True, slots=True)
class Garrison:
    """A stronghold or headquarters of the viewer, and the armies that it needs.

    `needed` is the number that a general keeps there. `risk` is the chance that the site then falls
    if all opponents attack it with everything, None if generals do not estimate it. `enough` is the
    number that the site needs if the neighbour under attack, `target`, falls. `threat` is the
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
        """Whether fewer armies would be enough if the target fell."""
        return self.enough < self.needed

    def spare(self, armies: int) -> int:
        """Return how many of `armies` may leave: at least one, as the player wants to move some."""
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


def is_departure(garrison: Garrison | None, most: int, staying: Staying) -> bool:
    """Return whether the player chose to leave fewer armies than the panel proposes."""
    return garrison is not None and staying.chosen < min(garrison.enough, most)


def garrison_warning(
    scene: Scene, garrison: Garrison | None, most: int, staying: Staying | None = None
) -> str:
    """Return a note on how many armies should stay behind; "" without a garrison.

    The danger comes first, as small screens show only the beginning. `most` is the largest number
    that can stay, `staying` what an attack as chosen would leave.
    """
    if garrison is None:
        return ""
    is_weak = is_too_weak(garrison, most)
    keep = _keep(garrison, most, staying)
    dangers = list(_dangers(garrison))
    if keep in _DANGERS:
        sentences = [keep, *dangers]
    else:
        sentences = [*dangers, keep, _risk_text(garrison.risk)]
    if garrison.must_take_target and not is_weak:
        sentences.append(_IF_IT_FALLS)
    if is_weak:
        sentences.append(_help_of_spoils(scene.view, garrison.enough - most))
    words, names, threat = words_of(scene), names_of(scene.view), garrison.threat
    own = words.say(_OWN[garrison.kind], territory=names[garrison.territory])
    parts = {
        "threat": names[threat.territory] if threat else "",
        "armies": armies(threat.armies if threat else 0),
        "needed": armies(garrison.needed),
        "most": armies(most),
        "left": armies(staying.fewest if staying else most),
        "enough": str(garrison.enough),
        "target": names.get(garrison.target, ""),
        "risk": percent(_rounded(garrison.risk)),
    }
    first, *others = filter(None, sentences)
    return paragraph(
        words.say(first, site=own, there=f"in {own}", **parts),
        words.say(paragraph(*others), site="it", there="there", **parts),
    )


def _keep(garrison: Garrison, most: int, staying: Staying | None) -> str:
    """Return the sentence on the armies to keep."""
    if staying and is_departure(garrison, most, staying):
        return _COULD_LEAVE
    if is_too_weak(garrison, most):
        return _KEEP_MORE
    return _LEAVES if staying and staying.fewest >= garrison.needed else _KEEP


_TOO_FEW = "Only {held} defend {own}. We suggest {needed} there."


def weakness(scene: Scene) -> str:
    """Return a warning if the viewer's site has fewer armies than it needs; "" if not.

    The site is a stronghold or headquarters.
    """
    view, names = scene.view, names_of(scene.view)
    for site in view.held_by(view.own_seat):
        kind = _kind(view, site)
        if kind and view.armies(site) < (needed := garrison_needed(view)):
            spoils = _help_of_spoils(view, needed - view.armies(site))
            words = words_of(scene)
            return words.say(
                paragraph(_TOO_FEW, spoils),
                own=words.say(_OWN[kind], territory=names[site]),
                held=armies(view.armies(site)),
                needed=armies(needed),
            )
    return ""


def _help_of_spoils(view: View, missing: int) -> str:
    """Return a sentence if this turn's spoils cover the missing armies; "" if they do not."""
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
