"""The form of an attack: what is chosen so far, its fields, and the text of its button."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import ngettext

from games.drawing.display import counts
from games.drawing.display.parts import Scene
from games.drawing.display.words import names_of
from games.table.panel.attack.garrison import (
    Garrison,
    Staying,
    garrison_of,
    garrison_warning,
    is_departure,
)
from games.table.panel.attack.notes import may_reveal, most_defence_dice
from games.table.panel.odds import (
    Clash,
    OddsShown,
    clash_of,
    press_chance,
    press_odds,
    roll_means,
    roll_odds,
)
from games.table.panel.widgets import Answer, Field, armies_field, chosen_number, quick_values
from rules import Option, View
from rules.moves import Battle, DeclareAttack, SailFleet
from rules.rulesets.words import in_words_of
from rules.sentences.words import armies, percent

ONCE, PRESS = "once", "press"


@dataclass(frozen=True, slots=True)
class AttackChoice:
    """The values of the form so far, each limited to what the options allow.

    `stops` are the army counts at which a pressed attack may stop; `stop` is the chosen count. A
    fleet is always pressed to the end: its only stop is 0.
    """

    how: str
    dice: int
    most_dice: int
    stop: int
    stops: Sequence[Any]
    hero: bool
    can_play_hero: bool

    @property
    def is_fleet(self) -> bool:
        """Whether the attack is by sea."""
        return not max(self.stops)

    @property
    def is_stopping_early(self) -> bool:
        """Whether the attack would stop while it could go on."""
        return self.stop > int(min(self.stops))


def lesson_move(view: View) -> DeclareAttack | Battle | SailFleet | None:
    """Return the attack that the current tutorial step teaches; None if there is none."""
    move = view.tutorial_step.move if view.tutorial_step else None
    return move if isinstance(move, DeclareAttack | Battle | SailFleet) else None


def chosen_of(
    view: View, choice: QueryDict, options: list[Option], garrison: Garrison | None
) -> AttackChoice:
    """Read the choice, with defaults for missing values."""
    most = max(dice for option in options for dice in option.values("dice") if dice is not None)
    stops = next(found for option in options if (found := option.values("press")) != (None,))
    can_play_hero = any(True in option.values("hero") for option in options)
    stop = chosen_number(choice, "press", tuple(stops))
    return AttackChoice(
        how=_how(view, choice) if max(stops) else PRESS,
        dice=chosen_number(choice, "dice", range(1, most + 1)) or most,
        most_dice=most,
        stop=_usual_stop(view, stops, garrison) if stop is None else stop,
        stops=stops,
        hero=can_play_hero and choice.get("hero") == "yes",
        can_play_hero=can_play_hero,
    )


def _how(view: View, choice: QueryDict) -> str:
    """Return how to attack: as chosen, as the tutorial says, or until the territory falls."""
    how = choice.get("how", "")
    if how in (ONCE, PRESS):
        return how
    move = lesson_move(view)
    return ONCE if move is not None and move.press is None else PRESS


def _usual_stop(view: View, stops: Sequence[Any], garrison: Garrison | None) -> int:
    """Return the default number of armies to keep: as many as the garrison needs, if possible."""
    least, most = int(stops[0]), int(stops[-1])
    move = lesson_move(view)
    if move is not None and move.press is not None:
        return move.press
    return least if garrison is None else min(garrison.enough, most)


def usual_aboard(view: View, source: str, garrison: Garrison | None) -> int:
    """Return the default number of armies aboard a fleet: all that the garrison can spare."""
    spare, move = view.armies(source) - 1, lesson_move(view)
    if isinstance(move, SailFleet):
        return min(spare, move.armies)
    return spare if garrison is None else garrison.spare(view.armies(source))


def usual_chance(view: View, options: list[Option], source: str, target: str) -> float:
    """Return the chance of a capture by an attack with the defaults of its form."""
    garrison, clash = garrison_of(view, source, target), clash_of(view, source, target)
    if options[0].move is SailFleet:
        aboard = usual_aboard(view, source, garrison)
        return press_chance(view, replace(clash, fighting=aboard))
    stops = next(found for option in options if (found := option.values("press")) != (None,))
    return press_chance(view, clash, max(0, _usual_stop(view, stops, garrison) - 1))


def fields_of(
    scene: Scene,
    chosen: AttackChoice,
    clash: Clash,
    source: str,
    garrison: Garrison | None,
    boarding: int = 0,
) -> Mapping[str, Any]:
    """Return the template context of an attack's form.

    `garrison` is the garrison to keep in the source. `boarding` is the number of armies that can
    board the fleet, 0 unless it has yet to set sail.
    """
    view, names = scene.view, names_of(scene.view)
    shared = {
        "odds": _odds(view, clash, chosen),
        "warning": "",
        "is_departure": False,
        "hero": _hero_field(view, chosen, clash),
        "is_fleet": chosen.is_fleet,
        "few_dice": _few_dice(view, clash.target),
    }
    if boarding:
        ashore = boarding + 1 - clash.fighting
        return {
            **shared,
            **_warning(scene, garrison, boarding, Staying(ashore, ashore)),
            "aboard": _aboard_field(names[source], clash.fighting, boarding),
            "button": _BUTTONS["sail"].format(armies=armies(clash.fighting)),
        }
    if chosen.is_fleet:
        return {**shared, "button": _BUTTONS["fleet"].format(target=names[clash.target])}
    return {
        **shared,
        **_warning(scene, garrison, max(chosen.stops), _staying(view, chosen, clash)),
        "how": chosen.how,
        "dice": _dice_answers(view, chosen, clash),
        "dice_chosen": chosen.dice,
        "stop": _stop_field(chosen, garrison),
        "source_name": names[source],
        "button": _button_text(chosen, names[clash.target]),
    }


def _warning(
    scene: Scene, garrison: Garrison | None, most: int, staying: Staying
) -> Mapping[str, Any]:
    """Return a note on the armies that should stay; none in a tutorial, whose steps say enough."""
    if scene.view.tutorial_step is not None:
        return {}
    text = garrison_warning(scene, garrison, most, staying)
    return {"warning": text, "is_departure": is_departure(garrison, most, staying)}


def _staying(view: View, chosen: AttackChoice, clash: Clash) -> Staying:
    """Return how many armies an attack by land as chosen would leave behind."""
    defending = most_defence_dice(view, clash.target)
    if may_reveal(view, clash.target):
        defending = view.ruleset.defence_dice
    if chosen.how == ONCE:
        left = clash.fighting + 1 - min(chosen.dice, defending)
        return Staying(left, left)
    # The last roll starts with one army more than the number to stop at, and one cannot fight.
    return Staying(chosen.stop, chosen.stop + 1 - min(chosen.stop, defending))


def _odds(view: View, clash: Clash, chosen: AttackChoice) -> OddsShown:
    if chosen.how == ONCE:
        return roll_odds(view, clash, chosen.dice)
    return press_odds(view, clash, max(0, chosen.stop - 1), is_early=chosen.is_stopping_early)


_BUTTONS = {
    ONCE: "Attack {target} once with {dice}",
    PRESS: "Attack {target} until it falls",
    "keeping": "Attack {target} until it falls or you’re down to {stop}",
    "sail": "Set sail with {armies}",
    "fleet": "Attack {target} until one side is gone",
}
"""The text of the main button for each kind of attack."""


def _button_text(chosen: AttackChoice, target: str) -> str:
    """Return the text of the main button, with the number to stop at unless it is the minimum."""
    is_keeping = chosen.how == PRESS and chosen.is_stopping_early
    return _BUTTONS["keeping" if is_keeping else chosen.how].format(
        target=target, dice=counts.dice(chosen.dice), stop=chosen.stop
    )


def _dice_answers(view: View, chosen: AttackChoice, clash: Clash) -> list[Answer]:
    """Return the possible numbers of dice for one roll, each with its mean losses."""
    answers = []
    for dice in range(chosen.most_dice, 0, -1):
        mean = roll_means(view, clash, dice)
        note = _MEAN_LOSSES.format(own=mean.attack, theirs=mean.defence)
        answers.append(Answer(dice, counts.dice(dice), note))
    return answers


def _few_dice(view: View, target: str) -> str:
    """Return the sentence on the fewer dice against a stronghold (ATT-3); "" if it has no limit."""
    rules = view.ruleset
    if view.stronghold_on(target) is None or rules.stronghold_dice >= rules.attack_dice:
        return ""
    return in_words_of(rules, _FEW_DICE, number=rules.stronghold_dice)


_FEW_DICE = "At most {number} dice against a {stronghold}."
_MEAN_LOSSES = "you\u00a0−{own:.1f}, they\u00a0−{theirs:.1f}"


def _stop_field(chosen: AttackChoice, garrison: Garrison | None) -> Field:
    """Return the field for the number of armies to stop at, with a button for the garrison."""
    least, most = min(chosen.stops), max(chosen.stops)
    quick = dict(quick_values(least, most))
    quick.pop("all", None)
    if garrison is not None and least < garrison.enough <= most:
        enough = "enough if it falls" if garrison.must_take_target else "enough"
        quick = {"min": least, enough: garrison.enough}
    numbers = tuple(quick.items())
    return Field("press", "or stop at", chosen.stop, least=least, most=most, quick=numbers)


def _aboard_field(source: str, aboard: int, most: int) -> Field:
    staying = most + 1 - aboard
    note = ngettext(
        "{armies} stays in {source}. Everyone on board fights, and lands if they win.",
        "{armies} stay in {source}. Everyone on board fights, and lands if they win.",
        staying,
    ).format(armies=armies(staying), source=source)
    return armies_field("Armies on board", aboard, range(1, most + 1), note)


_HERO_GAIN = {ONCE: "+1; {chance} to roll higher", PRESS: "+1; {chance} to capture"}
"""What a Hero gains in each kind of attack; `chance` is the headline's chance with it."""
_HERO_STAYS = "It stays in play this turn as long as your highest die wins."


def _hero_field(view: View, chosen: AttackChoice, clash: Clash) -> Field | None:
    if not chosen.can_play_hero:
        return None
    with_hero = replace(clash, hero=True)
    if chosen.how == ONCE:
        chance = roll_means(view, with_hero, chosen.dice).better
    else:
        chance = press_chance(view, with_hero, max(0, chosen.stop - 1))
    gain = _HERO_GAIN[chosen.how].format(chance=percent(chance))
    answers = (Answer("", "Keep it"), Answer("yes", "Play it", gain))
    legend = in_words_of(view.ruleset, "Your {Hero}")
    return Field("hero", legend, "yes" if chosen.hero else "", answers, help=_HERO_STAYS)
