"""The last step of an attack: dice, press, Hero, armies aboard, and the odds."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict

from games.drawing.display.parts import Scene
from games.drawing.display.words import names_of
from games.table.animations.last_attack import AttackOrder, last_order
from games.table.panel.attack.fields import ONCE, chosen_of, fields_of, usual_aboard
from games.table.panel.attack.garrison import garrison_of, is_too_weak
from games.table.panel.attack.interruption import interruption
from games.table.panel.attack.notes import at_sea, defender_may, last_moment
from games.table.panel.headquarters import headquarters_sought
from games.table.panel.odds import Clash, clash_of, open_clash, press_chance
from games.table.panel.widgets import (
    Form,
    Mark,
    Panel,
    Pick,
    PickGroup,
    chosen_number,
)
from games.table.sidebar.pacts import warnings
from rules import Move, Option, View
from rules.moves import Battle, SailFleet, StopAttack
from rules.sentences.words import armies, paragraph

TEMPLATE = "table/panel/attack/attack.html"
SOMETHING_ELSE = "Attack something else"

BY_FLEET = ("way", "fleet")
"""The field with which a link chooses an attack by sea."""


# The choice so far


@dataclass(frozen=True, slots=True)
class _Way:
    """The source, target and move of an attack, and the number of armies that may fight.

    `fields` are the settled fields of the move, `zones` the sea zones that a fleet crosses; `kept`
    are the fields already chosen.
    """

    move: type[Move]
    source: str
    target: str
    heading: str
    fighting: int
    fields: tuple[tuple[str, Any], ...]
    zones: tuple[str, ...]
    kept: tuple[tuple[str, str], ...]

    @property
    def is_fleet(self) -> bool:
        return self.move is SailFleet

    @property
    def choice(self) -> tuple[tuple[str, Any], ...]:
        """The fields of a link to the panel of this attack."""
        return *self.kept, *self.fields, *((BY_FLEET,) if self.is_fleet else ())

    @property
    def marks(self) -> tuple[Mark, Mark]:
        return Mark(self.source, "source"), Mark(self.target, "target", self.zones)


def _way(view: View, option: Option, kept: tuple[tuple[str, str], ...]) -> _Way:
    (source,), (target,) = option.values("source"), option.values("target")
    names = names_of(view)
    heading = _HEADING.format(target=names[target], source=names[source])
    fields = (("source", source), ("target", target))
    zones = view.voyages(source)[target] if option.move is SailFleet else ()
    fighting = view.armies(source) - 1
    return _Way(option.move, source, target, heading, fighting, fields, zones, kept)


_HEADING = "Attack {target} from {source}"


# The panels


def attack_form_panel(
    scene: Scene,
    choice: QueryDict,
    options: list[Option],
    back: str,
    kept: tuple[tuple[str, str], ...],
    others: tuple[PickGroup, ...],
    links: tuple[Pick, ...],
) -> Panel:
    """Ask how to attack; the options have one source and target, and are all by land or all by sea.

    `kept` are the fields already chosen. `others` are the other sources and targets, for players
    who change their minds; `links` lead to other panels.
    """
    way = _way(scene.view, options[0], kept)
    boarding = way.fighting if way.is_fleet else 0
    if boarding:
        way = replace(way, fighting=_aboard(scene.view, choice, way))
        options = [option for option in options if way.fighting in option.values("armies")]
    view, target = scene.view, way.target
    garrison = garrison_of(view, way.source, target)
    chosen = chosen_of(view, choice, options, garrison)
    begun = clash_of(view, way.source, target)
    clash = replace(begun, fighting=way.fighting, hero=begun.hero or chosen.hero)
    body = {
        **fields_of(scene, chosen, clash, way.source, garrison, boarding),
        "move": way.move.name,
        "settled": way.fields,
        "plain_button": way.heading,
        "notes": (defender_may(scene, clash, is_hero_new=clash.hero),),
        "links": links,
        "others": others,
        "others_summary": SOMETHING_ELSE,
    }
    return Panel(
        way.heading,
        body,
        tuple(_lead(scene, way)),
        rule=way.move.rule,
        template=TEMPLATE,
        choice=way.choice,
        back=back,
        marks=way.marks,
    )


def _lead(scene: Scene, way: _Way) -> Iterator[str]:
    yield from at_sea(scene, way.is_fleet)
    yield from warnings(scene, way.target)
    yield from headquarters_sought(scene, way.target)
    yield from last_moment(scene)


def _aboard(view: View, choice: QueryDict, way: _Way) -> int:
    """Return how many armies board the fleet (FLT-1): the number chosen, or the default."""
    aboard = chosen_number(choice, "armies", range(1, way.fighting + 1))
    garrison = garrison_of(view, way.source, way.target)
    return aboard or usual_aboard(view, way.source, garrison)


_EVEN = 0.5
"""With a lower chance than this, an attack is more likely to fail than to succeed."""
_AGAIN = "Attack {target} again"
_ONCE_MORE = {False: "Attack {target} again?", True: "Continue the sea battle for {target}"}
"""The heading between two battles, keyed by whether the attack is by fleet; fleets cannot stop."""


def battle_panel(
    scene: Scene,
    choice: QueryDict,
    options: list[Option],
    links: tuple[Pick, ...],
    cards: tuple[Pick, ...],
) -> Panel:
    """Ask how the open attack continues: one more battle, a press, or not at all."""
    view, names, attack = scene.view, names_of(scene.view), scene.view.open_attack
    # The target has held out so far, so it threatens the source too.
    garrison = garrison_of(view, attack.source)
    order = _order(scene)
    chosen = chosen_of(view, _as_before(choice, order), options, garrison)
    clash = replace(open_clash(view), hero=view.hero or chosen.hero)
    may_stop = not attack.fleet and view.tutorial_step is None
    is_reckless = (
        may_stop
        and is_too_weak(garrison, max(chosen.stops))
        and press_chance(view, clash, max(0, chosen.stop - 1)) < _EVEN
    )
    body = {
        **fields_of(scene, chosen, clash, attack.source, garrison),
        "move": Battle.name,
        "is_reckless": is_reckless,
        "settled": (),
        "plain_button": _AGAIN.format(target=names[attack.target]),
        # A Hero in play between two battles has already fought in this attack (ASN-4).
        "notes": (defender_may(scene, clash, is_hero_new=chosen.hero),),
        # Otherwise, the links lead out of this attack.
        "forms": (Form(StopAttack.name, "Stop this attack"),) if is_reckless else (),
        "links": links,
        "cards": cards,
    }
    return Panel(
        _ONCE_MORE[attack.fleet].format(target=names[attack.target]),
        body,
        (
            paragraph(
                interruption(scene, order, clash.fighting), _forces(clash, is_fleet=attack.fleet)
            ),
        ),
        rule="ATT-6",
        template=TEMPLATE,
        marks=(Mark(attack.source, "source"), Mark(attack.target, "target")),
    )


def _order(scene: Scene) -> AttackOrder | None:
    """Return how the viewer last began or continued the open attack."""
    # A scene of no stored game has no earlier moves, and a tutorial's steps say what to do.
    if scene.view.tutorial_step or not scene.game:
        return None
    return last_order(scene.game, scene.view.own_seat, scene.epoch)


def _as_before(choice: QueryDict, order: AttackOrder | None) -> QueryDict:
    """Return the choice; by default it repeats the last order: a single roll, or when to stop."""
    if "how" in choice or order is None:
        return choice
    kept = choice.copy()
    if order.press is None:
        kept["how"] = ONCE
    else:
        kept["press"] = str(order.press)
    return kept


def _forces(clash: Clash, *, is_fleet: bool) -> str:
    """Return how many armies can fight on each side."""
    return _FORCES[is_fleet].format(
        attackers=armies(clash.fighting), defenders=armies(clash.defenders)
    )


_FORCES = {
    False: "You can attack with {attackers} (1 must stay) against {defenders}.",
    True: "You have {attackers} on board against {defenders}.",
}
"""The sentence on the armies of both sides, keyed by whether the attack is by sea."""
