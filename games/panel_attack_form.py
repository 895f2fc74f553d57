"""The last step of an attack: dice, press, Hero, armies aboard, and the odds of all that."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict

from games.diplomacy_pacts import warnings
from games.panel_headquarters import headquarters_sought
from games.panel_kit import (
    Answer,
    Ask,
    Field,
    Form,
    Group,
    Link,
    Mark,
    Panel,
    Pick,
    Step,
    chosen_number,
    names_of,
    query,
    words_of,
)
from games.panel_odds import (
    Clash,
    OddsShown,
    clash_of,
    open_clash,
    percent,
    press_chance,
    press_odds,
    roll_means,
    roll_odds,
)
from games.table import Scene
from rules import Option, View
from rules.moves import Battle, SailFleet, StopAttack
from rules.offers import Choice
from rules.sentences.words import armies, counted, listed
from rules.vocabulary import in_words_of

ONCE, PRESS = "once", "press"
TEMPLATE = "games/panels/attack.html"


# What is chosen


@dataclass(frozen=True, slots=True)
class _Chosen:
    """What the form holds so far, each field within what is offered.

    `stops` are the numbers of armies at which a press may stop; `stop` is the one chosen.
    """

    how: str
    dice: int
    most_dice: int
    stop: int
    stops: Choice
    hero: bool
    can_play_hero: bool


def _chosen(choice: QueryDict, options: list[Option], first: str) -> _Chosen:
    """Read the choice; `first` is the way of attacking that is filled in."""
    most = max(dice for option in options for dice in option.choices["dice"] if dice is not None)
    stops = next(found for option in options if (found := option.choices["press"]) != (None,))
    can_play_hero = any(True in option.choices["hero"] for option in options)
    how = choice.get("how", "")
    stop = chosen_number(choice, "press", tuple(stops))
    return _Chosen(
        how=how if how in (ONCE, PRESS) else first,
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
    """Return what the template of the attack shows beside odds and buttons."""
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
        "stop": _stop_field(chosen, source, names_of(view)),
        "hero": _hero_field(view, chosen, clash),
    }


def _stop_field(chosen: _Chosen, source: str, names: Mapping[str, str]) -> Field | None:
    least, most = min(chosen.stops), max(chosen.stops)
    if not least:
        return None
    quick = tuple(sorted({least, min(most, 3), (most + 1) // 2}))
    label = f"until so many are left in {names[source]}:"
    return Field("press", label, chosen.stop, least=least, most=most, quick=quick)


def _hero_field(view: View, chosen: _Chosen, clash: Clash) -> Field | None:
    if not chosen.can_play_hero:
        return None
    with_hero = replace(clash, hero=True)
    gain = percent(press_chance(view, with_hero))
    answers = (
        Answer("", "Hold it back"),
        Answer("yes", "Play it", f"+1; {gain} pressed to the end"),
    )
    note = "It stays in play this turn until you do not win the high dice."
    legend = in_words_of(view.ruleset, "Your Hero")
    return Field("hero", legend, "yes" if chosen.hero else "", answers, help=note)


# The panels


def attack_form_panel(
    scene: Scene,
    choice: QueryDict,
    options: list[Option],
    back: str,
    kept: tuple[tuple[str, str], ...],
    others: tuple[Group, ...],
) -> Panel:
    """Ask how to attack: all options are of one origin, one target and one way.

    `others` are the other origins and targets, for those who think again.
    """
    view, names = scene.view, names_of(scene.view)
    move = options[0].move
    (source,), (target,) = options[0].choices["source"], options[0].choices["target"]
    heading = f"Attack {names[target]} from {names[source]}"
    fields: tuple[tuple[str, Any], ...] = (("source", source), ("target", target))
    fighting, way, zones = view.armies(source) - 1, (), ()
    if move is SailFleet:
        way, zones = (("way", "fleet"),), view.voyages(source)[target]
        marks = (Mark(source, "source"), Mark(target, "target", zones))
        aboard = chosen_number(choice, "armies", range(1, fighting + 1))
        if aboard is None:
            return _boarding_panel(scene, heading, (*kept, *fields, *way), back, marks)
        back, fighting = query(*kept, *fields, *way), aboard
        fields = (*fields, ("armies", aboard))
        options = [option for option in options if aboard in option.choices["armies"]]
    chosen = _chosen(choice, options, PRESS if move is SailFleet else ONCE)
    clash = Clash(view.seat, target, fighting, view.armies(target), view.hero or chosen.hero)
    body = {
        **_fields(view, chosen, clash, source),
        "move": move.name,
        "settled": fields,
        "odds": _odds(view, clash, chosen),
        "button": heading,
        "others": others,
        "others_summary": "Attack something else",
    }
    return Panel(
        heading,
        body,
        (
            *warnings(scene, target),
            *headquarters_sought(scene, target),
            *_last_moment(view),
            _defender_may(scene, target),
            *_at_sea(scene, move is SailFleet),
        ),
        rule=move.rule,
        template=TEMPLATE,
        choice=(*kept, *fields, *way),
        back=back,
        marks=(Mark(source, "source"), Mark(target, "target", zones)),
    )


def _boarding_panel(
    scene: Scene,
    heading: str,
    settled: tuple[tuple[str, str], ...],
    back: str,
    marks: tuple[Mark, ...],
) -> Panel:
    """Ask how many go aboard (FLT-1)."""
    view, (source, target) = scene.view, (mark.territory for mark in marks)
    most = view.armies(source) - 1
    note = f"1 army stays in {names_of(view)[source]}. All aboard fight; if they win they land."
    quick = tuple(sorted({1, (most + 1) // 2, most}))
    field = Field("armies", "Armies aboard", most, (), 1, most, quick, note)
    odds = press_odds(view, clash_of(view, source, target))
    ask = Ask(("With all that can board:",), odds, (Step("Board", (field,), settled),))
    lead = (*warnings(scene, target), *_at_sea(scene, True))
    return Panel(heading, ask, lead, "FLT-1", settled, back, marks=marks)


def _last_moment(view: View) -> Iterator[str]:
    """Warn of the attack after which one's own hidden armies may not come out (CAS-7)."""
    is_possible = view.options.hidden_at_start and view.track and not view.has_attacked
    held = [name for name in dict.fromkeys(view.hidden) if view.owner(name) == view.seat]
    if is_possible and held:
        where = listed([names_of(view)[name] for name in held])
        yield f"Once you attack, your hidden armies in {where} stay hidden for this turn."


def _at_sea(scene: Scene, is_fleet: bool) -> Iterator[str]:
    if is_fleet:
        yield words_of(scene).say(
            "A fleet cannot stop: it fights until one side is gone. If it wins, the card is kept."
        )


def battle_panel(
    scene: Scene,
    choice: QueryDict,
    options: list[Option],
    links: tuple[Link, ...],
    cards: tuple[Pick, ...],
) -> Panel:
    """Ask how the open attack goes on: again, pressed, or not at all."""
    view, names, attack = scene.view, names_of(scene.view), scene.view.attack
    chosen = _chosen(choice, options, PRESS if attack.fleet else ONCE)
    clash = replace(open_clash(view), hero=view.hero or chosen.hero)
    stop = () if attack.fleet else (Form(StopAttack.name, "Stop this attack"),)
    body = {
        **_fields(view, chosen, clash, attack.source),
        "move": Battle.name,
        "settled": (),
        "odds": _odds(view, clash, chosen),
        "button": f"Attack {names[attack.target]} again",
        "forms": stop,
        "links": links,
        "cards": cards,
    }
    left = f"{armies(clash.fighting)} {'aboard' if attack.fleet else 'may fight'}"
    lead = f"{left}; {armies(clash.defenders)} {'defends' if clash.defenders == 1 else 'defend'}."
    return Panel(
        f"{names[attack.target]} holds: and now?",
        body,
        (lead, _defender_may(scene, attack.target)),
        rule="ATT-6",
        template=TEMPLATE,
        marks=(Mark(attack.source, "source"), Mark(attack.target, "target")),
    )


def _defender_may(scene: Scene, target: str) -> str:
    """Say what the defender may still do, as far as all may know."""
    view, owner = scene.view, scene.view.owner(target)
    words = words_of(scene)
    if owner is None:
        dice = counted(most_defence_dice(view, target), "die", "dice")
        return f"The neutral army rolls as many dice as it can: {dice}."
    player, name = view.player(owner), words.player(owner)
    may = []
    if player.cards and not (view.attack and view.attack.fortification):
        may.append(words.say("play a Fortification (+1)"))
    if player.cards and view.hero and view.ruleset.has_assassins:
        may.append("send an Assassin against your Hero")
    sites = {other.stronghold for other in view.players}
    may_reveal = player.hidden and target not in sites and not view.options.hidden_at_start
    if view.track and may_reveal:
        may.append(f"reveal hidden armies ({view.hidden_size}) if they lie there")
    most = most_defence_dice(view, target)
    may.append("roll 1 or 2 dice" if most > 1 else "roll 1 die")
    return f"{name} may {listed(may)}." if len(may) > 1 else f"{name} can only {may[0]}."


def most_defence_dice(view: View, target: str) -> int:
    """Return the most dice the holder of a territory rolls (ATT-4)."""
    return min(view.armies(target), view.ruleset.defence_dice)
