"""The garrison to keep in the viewer's stronghold or headquarters when armies leave it."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.board.territories import headquarters_seen
from games.display.parts import Scene
from games.display.words import names_of, words_of
from rules import View
from rules.sentences.words import armies, paragraph

_LEFT = {
    "stronghold": "{site} is your {stronghold}: lose it and you’re out.",
    "headquarters": "{site} is your headquarters.",
}
_ATTACKING = {
    "stronghold": "{site} is your {stronghold}.",
    "headquarters": "{site} is your headquarters.",
}
_NO_THREAT = "No other enemy borders it."
_THREAT = "{threat} next to it has {armies}: keep at least {keep}."
_TOO_STRONG = "{threat} next to it has {armies}: more than you can keep here."
_THREAT_LEFT = "The strongest enemy next to it has {armies}."
_IF_IT_HOLDS_OUT = "If {target} holds out, its {target_armies} are a threat too."


@dataclass(frozen=True, slots=True)
class Garrison:
    """A stronghold or headquarters of the viewer, and the strongest enemy next to it.

    `threat` is that enemy's territory, "" if there is none; `strength` is its number of armies.
    `target` is the neighbour under attack, with `target_strength` armies; "" if there is none. It
    does not count as a threat, as the attack should capture it.
    """

    territory: str
    kind: str
    threat: str = ""
    strength: int = 0
    target: str = ""
    target_strength: int = 0

    @property
    def needed(self) -> int:
        """The number of armies to keep: one more than the strongest enemy has."""
        return self.strength + 1

    @property
    def must_take_target(self) -> bool:
        """Whether the target would be the strongest enemy if it held out."""
        # A single army cannot attack.
        return self.target_strength > max(1, self.strength)


def garrison_of(view: View, territory: str, target: str = "") -> Garrison | None:
    """Return the garrison to keep on a territory while armies attack `target` from there.

    `target` counts as already captured. None unless the territory is the viewer's stronghold or
    headquarters.
    """
    kind = _kind(view, territory)
    if not kind:
        return None
    threat = max(_enemies_beside(view, territory, target), key=view.armies, default="")
    strength = view.armies(threat) if threat else 0
    if target not in view.board.territories[territory].neighbours:
        return Garrison(territory, kind, threat, strength)
    return Garrison(territory, kind, threat, strength, target, view.armies(target))


def _kind(view: View, territory: str) -> str:
    if view.stronghold_on(territory) == view.seat:
        return "stronghold"
    return "headquarters" if headquarters_seen(view).get(territory) == view.seat else ""


def _enemies_beside(view: View, territory: str, target: str) -> Iterator[str]:
    for near in view.board.territories[territory].neighbours:
        if near != target and view.owner(near) not in (view.seat, None):
            yield near


def is_too_weak(garrison: Garrison | None, most: int) -> bool:
    """Return whether an enemy threatens the garrison and `most` armies are too few to hold it."""
    return garrison is not None and bool(garrison.threat) and garrison.needed > most


def attack_warning(scene: Scene, garrison: Garrison | None, most: int) -> str:
    """Return a note on how many armies an attack should leave behind; "" without a garrison.

    `most` is the largest number that the attack can leave behind.
    """
    if garrison is None:
        return ""
    sentence = _THREAT if garrison.threat else _NO_THREAT
    if is_too_weak(garrison, most):
        sentence = _TOO_STRONG
    more = _IF_IT_HOLDS_OUT if garrison.must_take_target else ""
    return _said(scene, garrison, paragraph(_ATTACKING[garrison.kind], sentence, more))


def move_in_warning(scene: Scene, garrison: Garrison | None) -> str:
    """Return a warning if armies leave the viewer's stronghold or headquarters; otherwise ""."""
    if garrison is None:
        return ""
    sentence = _THREAT_LEFT if garrison.threat else ""
    return _said(scene, garrison, paragraph(_LEFT[garrison.kind], sentence))


def _said(scene: Scene, garrison: Garrison, sentence: str) -> str:
    names = names_of(scene.view)
    return words_of(scene).say(
        sentence,
        site=names[garrison.territory],
        threat=names.get(garrison.threat, ""),
        armies=armies(garrison.strength),
        keep=str(garrison.needed),
        target=names.get(garrison.target, ""),
        target_armies=armies(garrison.target_strength),
    )
