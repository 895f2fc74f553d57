"""The garrison to keep in the viewer's stronghold or headquarters when armies leave it."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.board.territories import headquarters_seen
from games.display.parts import Scene
from games.display.words import names_of, words_of
from rules import View
from rules.bots.general.garrisons import garrison_needed
from rules.bots.position import LEAST_GARRISON
from rules.sentences.words import armies, paragraph

_NEEDS = {
    "stronghold": "{site}, your {stronghold}, needs {needed} to be fairly safe until your next "
    "turn.",
    "headquarters": "{site}, your headquarters, needs {needed} to be fairly safe until your next "
    "turn.",
}
_NEEDS_MORE = {
    "stronghold": "{site}, your {stronghold}, needs {needed} to be fairly safe until your next "
    "turn: more than you can keep here.",
    "headquarters": "{site}, your headquarters, needs {needed} to be fairly safe until your next "
    "turn: more than you can keep here.",
}
_THREAT = "{threat} next to it has {armies}."
_NO_THREAT = {
    False: "No strong enemy borders it, but armies could fight their way there.",
    True: "No other strong enemy borders it, but armies could fight their way there.",
}
"""The danger to a site without a strong enemy beside it, by whether a neighbour is under attack."""
_IF_IT_FALLS = "If {target} falls, {enough} will do."


@dataclass(frozen=True, slots=True)
class Garrison:
    """A stronghold or headquarters of the viewer, and the armies that it needs.

    `needed` is the number by which a general guards it. `enough` is the number that it needs if
    the neighbour under attack, `target`, falls. `threat` is the strongest other enemy territory
    next to it, "" if there is none; `strength` is its number of armies.
    """

    territory: str
    kind: str
    needed: int
    enough: int
    target: str = ""
    threat: str = ""
    strength: int = 0

    @property
    def must_take_target(self) -> bool:
        """Whether fewer armies would do if the target fell."""
        return self.enough < self.needed

    def spare(self, armies: int) -> int:
        """Return how many of `armies` may leave; at least one, as the player wants to move some."""
        return max(1, min(armies - 1, armies - self.enough))


def garrison_of(view: View, territory: str, target: str = "") -> Garrison | None:
    """Return the garrison to keep on a territory when armies leave it or attack `target`.

    None unless the territory is the viewer's stronghold or headquarters.
    """
    kind = _kind(view, territory)
    if not kind:
        return None
    threat = max(_enemies_beside(view, territory, target), key=view.armies, default="")
    strength = view.armies(threat) if threat else 0
    needed = garrison_needed(view)
    if target not in view.board.territories[territory].neighbours:
        return Garrison(territory, kind, needed, needed, threat=threat, strength=strength)
    enough = min(needed, garrison_needed(view, captured=target))
    return Garrison(territory, kind, needed, enough, target, threat, strength)


def _kind(view: View, territory: str) -> str:
    if view.stronghold_on(territory) == view.seat:
        return "stronghold"
    return "headquarters" if headquarters_seen(view).get(territory) == view.seat else ""


def _enemies_beside(view: View, territory: str, target: str) -> Iterator[str]:
    for near in view.board.territories[territory].neighbours:
        if near != target and view.owner(near) not in (view.seat, None):
            yield near


def is_too_weak(garrison: Garrison | None, most: int) -> bool:
    """Return whether `most` armies are too few for the garrison."""
    return garrison is not None and garrison.enough > most


def garrison_warning(scene: Scene, garrison: Garrison | None, most: int) -> str:
    """Return a note on how many armies should stay behind; "" without a garrison.

    `most` is the largest number that can stay.
    """
    if garrison is None:
        return ""
    needs = _NEEDS_MORE if is_too_weak(garrison, most) else _NEEDS
    more = [_IF_IT_FALLS] if garrison.must_take_target and garrison.enough <= most else []
    names = names_of(scene.view)
    return words_of(scene).say(
        paragraph(needs[garrison.kind], *_dangers(garrison), *more),
        site=names[garrison.territory],
        threat=names.get(garrison.threat, ""),
        armies=armies(garrison.strength),
        needed=armies(garrison.needed),
        enough=str(garrison.enough),
        target=names.get(garrison.target, ""),
    )


def _dangers(garrison: Garrison) -> Iterator[str]:
    """Yield a sentence on where the danger comes from; none if the least garrison will do."""
    # A single army cannot attack.
    if garrison.strength > 1:
        yield _THREAT
    elif garrison.enough > LEAST_GARRISON:
        yield _NO_THREAT[bool(garrison.target)]
