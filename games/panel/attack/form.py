"""The last step of an attack: dice, press, Hero, armies aboard, and the odds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict

from games.display.parts import Scene
from games.display.words import names_of
from games.panel.attack.notes import at_sea, defender_may, last_moment
from games.panel.attack.odds import (
    Clash,
    OddsShown,
    clash_of,
    open_clash,
    press_chance,
    press_odds,
    roll_means,
    roll_odds,
)
from games.panel.headquarters import headquarters_sought
from games.panel.widgets import (
    Answer,
    ChoiceForm,
    Field,
    Form,
    Link,
    Mark,
    Panel,
    PanelForm,
    Pick,
    PickGroup,
    chosen_number,
    query,
)
from games.table.pacts import warnings
from rules import Move, Option, View
from rules.moves import Battle, DeclareAttack, SailFleet, StopAttack
from rules.rulesets.words import in_words_of
from rules.sentences.words import armies, counted, percent

ONCE, PRESS = "once", "press"
TEMPLATE = "panel/attack/attack.html"

BY_FLEET = ("way", "fleet")
"""The field with which a link chooses an attack by sea."""


# The choice so far


@dataclass(frozen=True, slots=True)
class _Way:
    """The source, target and move of an attack, and the maximum number of armies.

    `fields` are the settled fields of the move, `zones` the sea zones it crosses; `kept` are the
    fields chosen before.
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
    heading = f"Attack {names[target]} from {names[source]}"
    fields = (("source", source), ("target", target))
    zones = view.voyages(source)[target] if option.move is SailFleet else ()
    fighting = view.armies(source) - 1
    return _Way(option.move, source, target, heading, fighting, fields, zones, kept)


@dataclass(frozen=True, slots=True)
class _Chosen:
    """The values of the form so far, each limited to what the options allow.

    `stops` are the army counts at which a pressed attack may stop; `stop` is the one chosen.
    """

    how: str
    dice: int
    most_dice: int
    stop: int
    stops: Sequence[Any]
    hero: bool
    can_play_hero: bool


def _usual_way(view: View) -> str:
    """Return how one attacks by default: until the territory falls, or as the tutorial says."""
    move = view.tutorial_step.move if view.tutorial_step else None
    is_single = isinstance(move, DeclareAttack | Battle) and move.press is None
    return ONCE if is_single else PRESS


def _chosen(view: View, choice: QueryDict, options: list[Option]) -> _Chosen:
    """Read the choice; what is missing has its default."""
    most = max(dice for option in options for dice in option.values("dice") if dice is not None)
    stops = next(found for option in options if (found := option.values("press")) != (None,))
    can_play_hero = any(True in option.values("hero") for option in options)
    how = choice.get("how", "")
    stop = chosen_number(choice, "press", tuple(stops))
    return _Chosen(
        how=how if how in (ONCE, PRESS) else _usual_way(view),
        dice=chosen_number(choice, "dice", range(1, most + 1)) or most,
        most_dice=most,
        stop=stops[0] if stop is None else stop,
        stops=stops,
        hero=can_play_hero and choice.get("hero") == "yes",
        can_play_hero=can_play_hero,
    )


def _odds(view: View, clash: Clash, chosen: _Chosen) -> OddsShown:
    if chosen.how == ONCE:
        return roll_odds(view, clash, chosen.dice)
    return press_odds(view, clash, max(0, chosen.stop - 1))


# The fields


def _fields(view: View, chosen: _Chosen, clash: Clash, source: str) -> Mapping[str, Any]:
    """Return the template context besides the odds and buttons."""
    means = [(dice, roll_means(view, clash, dice)) for dice in range(1, chosen.most_dice + 1)]
    return {
        "how": chosen.how,
        "dice": [
            Answer(
                dice,
                counted(dice, "die", "dice"),
                f"you\u00a0−{mean.attack:.1f}, they\u00a0−{mean.defence:.1f}",
            )
            for dice, mean in reversed(means)
        ],
        "dice_chosen": chosen.dice,
        "button": _button_text(chosen, names_of(view)[clash.target]),
        "stop": _stop_field(chosen, source, names_of(view)),
        "hero": _hero_field(view, chosen, clash),
    }


def _button_text(chosen: _Chosen, target: str) -> str:
    """Return what the main button will do."""
    if chosen.how == ONCE:
        return f"Attack {target} once with {counted(chosen.dice, 'die', 'dice')}"
    keep = f", keep {chosen.stop}" if chosen.stop else ""
    return f"Attack {target} until it falls{keep}"


def _stop_field(chosen: _Chosen, source: str, names: Mapping[str, str]) -> Field | None:
    least, most = min(chosen.stops), max(chosen.stops)
    if not least:
        return None
    quick = tuple(sorted({least, min(most, 3), (most + 1) // 2}))
    label = f"keep in {names[source]}"
    return Field("press", label, chosen.stop, least=least, most=most, quick=quick)


def _hero_field(view: View, chosen: _Chosen, clash: Clash) -> Field | None:
    if not chosen.can_play_hero:
        return None
    with_hero = replace(clash, hero=True)
    gain = percent(press_chance(view, with_hero))
    answers = (
        Answer("", "Keep it"),
        Answer("yes", "Play it", f"+1; {gain} to capture"),
    )
    note = "It stays in play this turn until you lose a top-die roll."
    legend = in_words_of(view.ruleset, "Your {Hero}")
    return Field("hero", legend, "yes" if chosen.hero else "", answers, help=note)


# The panels


def attack_form_panel(
    scene: Scene,
    choice: QueryDict,
    options: list[Option],
    back: str,
    kept: tuple[tuple[str, str], ...],
    others: tuple[PickGroup, ...],
    links: tuple[Link, ...],
) -> Panel:
    """Ask how to attack; all options have the same source, target and way.

    `kept` are the fields chosen before. `others` are the other sources and targets, for players who
    change their minds; `links` lead out of the attacks.
    """
    way = _way(scene.view, options[0], kept)
    if not way.is_fleet:
        return _declaring_panel(scene, choice, options, way, back, others, links)
    aboard = chosen_number(choice, "armies", range(1, way.fighting + 1))
    if aboard is None:
        return _boarding_panel(scene, way, back)
    options = [option for option in options if aboard in option.values("armies")]
    embarked = replace(way, fighting=aboard, fields=(*way.fields, ("armies", aboard)))
    return _declaring_panel(scene, choice, options, embarked, query(*way.choice), others, links)


def _declaring_panel(
    scene: Scene,
    choice: QueryDict,
    options: list[Option],
    way: _Way,
    back: str,
    others: tuple[PickGroup, ...],
    links: tuple[Link, ...],
) -> Panel:
    """Ask for dice, press and Hero once source, target and armies aboard are settled."""
    view, target = scene.view, way.target
    chosen = _chosen(scene.view, choice, options)
    begun = clash_of(view, way.source, target)
    clash = replace(begun, fighting=way.fighting, hero=begun.hero or chosen.hero)
    body = {
        **_fields(view, chosen, clash, way.source),
        "move": way.move.name,
        "settled": way.fields,
        "odds": _odds(view, clash, chosen),
        "plain_button": way.heading,
        "notes": (defender_may(scene, clash, is_hero_new=clash.hero), *at_sea(scene, way.is_fleet)),
        "links": links,
        "others": others,
        "others_summary": "Attack something else",
    }
    lead = (*warnings(scene, target), *headquarters_sought(scene, target), *last_moment(view))
    return Panel(
        way.heading,
        body,
        lead,
        rule=way.move.rule,
        template=TEMPLATE,
        choice=way.choice,
        back=back,
        marks=way.marks,
    )


def _boarding_panel(scene: Scene, way: _Way, back: str) -> Panel:
    """Ask how many armies go aboard (FLT-1)."""
    view, most = scene.view, way.fighting
    note = (
        f"1 army stays in {names_of(view)[way.source]}. Everyone on board fights, and lands "
        "if they win."
    )
    quick = tuple(sorted({1, (most + 1) // 2, most}))
    field = Field("armies", "Armies on board", most, (), 1, most, quick, note)
    odds = press_odds(view, clash_of(view, way.source, way.target))
    ask = PanelForm(
        ("With every army that can board:",), odds, (ChoiceForm("Set sail", (field,), way.choice),)
    )
    lead = (*warnings(scene, way.target), *at_sea(scene, True))
    return Panel(way.heading, ask, lead, "FLT-1", way.choice, back, marks=way.marks)


def battle_panel(
    scene: Scene,
    choice: QueryDict,
    options: list[Option],
    links: tuple[Link, ...],
    cards: tuple[Pick, ...],
) -> Panel:
    """Ask how the open attack continues: one more battle, a press, or not at all."""
    view, names, attack = scene.view, names_of(scene.view), scene.view.open_attack
    chosen = _chosen(scene.view, choice, options)
    clash = replace(open_clash(view), hero=view.hero or chosen.hero)
    may_stop = not attack.fleet and view.tutorial_step is None
    stop = (Form(StopAttack.name, "Stop this attack"),) if may_stop else ()
    body = {
        **_fields(view, chosen, clash, attack.source),
        "move": Battle.name,
        "settled": (),
        "odds": _odds(view, clash, chosen),
        "plain_button": f"Attack {names[attack.target]} again",
        # A Hero in play between two battles has already fought in this attack (ASN-4).
        "notes": (defender_may(scene, clash, is_hero_new=chosen.hero),),
        "forms": stop,
        "links": links,
        "cards": cards,
    }
    left = f"{armies(clash.fighting)} {'on board' if attack.fleet else 'can fight'}"
    lead = f"{left}; {armies(clash.defenders)} {'defends' if clash.defenders == 1 else 'defend'}."
    return Panel(
        f"{names[attack.target]} held out – attack again?",
        body,
        (lead,),
        rule="ATT-6",
        template=TEMPLATE,
        marks=(Mark(attack.source, "source"), Mark(attack.target, "target")),
    )
