"""Windows of an attack (ATT-7): what defender and attacker are asked within a battle.

One panel asks all questions of a window together (ORD-3). The default answers spend nothing, except
a Fortification for the viewer’s own stronghold where a general would play it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import ngettext

from games.drawing.display import counts
from games.drawing.display.parts import Scene
from games.drawing.display.words import can_choose_dice, capitalised, names_of, words_of
from games.playing.plans.proposals import explained_proposal
from games.table.panel.attack.interruption import changes
from games.table.panel.attack.notes import dice_of_defender
from games.table.panel.odds import (
    Clash,
    OddsShown,
    assassin_odds,
    bonuses,
    open_clash,
    press_chance,
)
from games.table.panel.widgets import (
    ASKED_ALL_THE_SAME,
    Answer,
    Field,
    Form,
    Mark,
    Panel,
    PanelForm,
    chosen,
    chosen_number,
    options_of,
)
from rules import View
from rules.moves import (
    AssassinateFortification,
    BlockHero,
    Defend,
    NameDice,
    Pass,
    Scope,
)
from rules.questions import Reopening
from rules.rulesets.words import in_words_of
from rules.sentences.words import armies, paragraph, percent

Choices = Mapping[str, Sequence[Any]]
"""The values that each field of a move may take."""

SCOPES = {
    Scope.BATTLE: ("This roll", "you choose again before the next one"),
    Scope.ATTACK: (
        "This whole attack",
        "until a card is played, armies appear or half of yours fall",
    ),
    Scope.TURN: ("Every attack this turn", "in later attacks too, until such a change"),
}


# The open attack, from public information


def attack_marks(view: View) -> tuple[Mark, ...]:
    """Return map marks for the two territories of the open attack."""
    return Mark(view.open_attack.source, "source"), Mark(view.open_attack.target, "target")


def _attack_text(scene: Scene) -> str:
    view, words, attack = scene.view, words_of(scene), scene.view.open_attack
    clash = open_clash(view)
    sentence = words.say(
        _ATTACKS[attack.attacker == scene.seat, bool(attack.fleet)],
        attacker=words.player(attack.attacker),
        target=words.territory(attack.target),
        defenders=armies(clash.defenders),
        own=str(clash.defenders),
        source=words.territory(attack.source),
        armies=armies(_attacking(view, clash)),
    )
    hero = capitalised(words.say(_WITH_HERO)) if attack.hero else ""
    return capitalised(f"{sentence} {hero}".strip())


def _attacking(view: View, clash: Clash) -> int:
    """Return the number of attacking armies; other players see one more, which must stay behind.

    They compare the number with the map. All armies on board a fleet fight.
    """
    attack = view.open_attack
    if attack.fleet or attack.attacker == view.seat:
        return clash.fighting
    return view.armies(attack.source)


_ATTACKS = {
    (True, False): "You attack {target} ({defenders}) from {source} with {armies}.",
    (True, True): "You attack {target} ({defenders}) from {source} {by fleet} with {armies}.",
    (False, False): "{attacker} attacks {target} from {source}: {armies} against your {own}.",
    (False, True): (
        "{attacker} attacks {target} from {source} {by fleet}: {armies} against your {own}."
    ),
}
"""The open attack in a sentence, keyed by (the viewer attacks, the attack is by sea)."""

_WITH_HERO = "{a Hero} fights with them (+1)."


# The defender (ATT-7 b)

_ATTACKED = "{target} is under attack!"
_STRONGHOLD_ATTACKED = "Your {stronghold}, {target}, is under attack!"
_ATTACKER_ROLLS = "The attacker rolls {dice}."
_BLOCK_HERO = "Send an Assassin against the Hero ({chance})"
_BLOCK_HERO_NOTE = (
    "Each of you rolls one die. You add 1 and need the higher total. You choose the rest of your "
    "defence afterwards."
)


def defend_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Ask the defender for dice, Fortification, hidden armies, and how long the answer applies."""
    view, words, attack = scene.view, words_of(scene), scene.view.open_attack
    found = options_of(view)
    choices = _defence_choices(
        [{name: option.values(name) for name in option.choices} for option in found[Defend]]
    )
    if view.tutorial_step is not None:
        # A tutorial has no later battles that the answer could apply to.
        choices = {**choices, "scope": (Scope.ATTACK,)}
    forms = [_defend_form(scene, choice, choices)]
    if BlockHero in found:
        forms.append(
            Form(
                BlockHero.name,
                _BLOCK_HERO.format(chance=assassin_odds(1)),
                note=_BLOCK_HERO_NOTE,
            )
        )
    target = words.territory(attack.target)
    is_stronghold = view.stronghold_on(attack.target) == view.seat
    heading = words.say(_STRONGHOLD_ATTACKED if is_stronghold else _ATTACKED, target=target)
    rolls = _ATTACKER_ROLLS.format(dice=counts.dice(attack.dice))
    again = _again(view)
    if again:
        rolls = paragraph(again, rolls)
    ask = PanelForm(odds=_fall_odds(view, choices), forms=tuple(forms))
    return Panel(heading, ask, (_attack_text(scene), rolls), "ATT-7", marks=attack_marks(view))


def _again(view: View) -> str:
    """Return why the defender must choose again in this attack (ORD-3); "" the first time."""
    if view.reopening is not None:
        return _CHOOSE_AGAIN[view.reopening]
    battles = view.open_attack.battles
    if not battles:
        return ""
    text = ngettext(
        "The attack continues ({number} roll so far). Choose again.",
        "The attack continues ({number} rolls so far). Choose again.",
        battles,
    )
    return text.format(number=battles)


_CHOOSE_AGAIN = {
    Reopening.CHANGE: "Choose again: a card or hidden armies have changed the odds.",
    Reopening.LOSSES: "Choose again: you’ve lost half of these armies.",
}


def _defence_choices(defences: Sequence[Choices]) -> Choices:
    """Return the choices for a single form, with the dice that are allowed for every reveal.

    If a reveal allows more dice, the rules ask for them afterwards.
    """
    first, *more = defences
    reveals = tuple(count for each in defences for count in each["reveal"])
    dice = tuple(number for number in first["dice"] if all(number in each["dice"] for each in more))
    return {**first, "dice": dice, "reveal": reveals}


def _defend_form(scene: Scene, choice: QueryDict, choices: Choices) -> Form:
    fields = tuple(_defend_fields(scene, choice, choices))
    named = {field.name for field in fields}
    settled = tuple(
        (name, _posted(values[0])) for name, values in choices.items() if name not in named
    )
    return Form(Defend.name, "Defend", fields, tuple(item for item in settled if item[1] != ""))


def _posted(value: Any) -> Any:
    if isinstance(value, bool):
        return "yes" if value else ""
    return value


def _defend_fields(scene: Scene, choice: QueryDict, choices: Choices) -> Iterator[Field]:
    view = scene.view
    if can_choose_dice(view):
        yield _dice_field(choice, choices["dice"])
    if len(choices["fortification"]) > 1:
        is_played = (
            choice["fortification"] == "yes"
            if "fortification" in choice
            else _is_fortification_proposed(scene)
        )
        value = "yes" if is_played else ""
        answers = (
            Answer("", "Keep it"),
            Answer("yes", "Play it", _fortified_note(view)),
        )
        legend = in_words_of(view.ruleset, "Your {Fortification}")
        yield Field("fortification", legend, value, answers)
    if len(choices["reveal"]) > 1:
        yield _reveal_field(view, choice, choices["reveal"])
    if len(choices["scope"]) > 1:
        scopes = tuple(_scope_answer(view, scope) for scope in choices["scope"])
        scope = chosen(choice, "scope", list(choices["scope"])) or Scope.ATTACK.value
        yield Field("scope", "Apply this to", scope, scopes)


def _is_fortification_proposed(scene: Scene) -> bool:
    """Return whether a general would play a Fortification for the viewer's own stronghold.

    In a tutorial: whether its step teaches to play it.
    """
    view = scene.view
    if view.tutorial_step is not None:
        taught = view.tutorial_step.move
        return isinstance(taught, Defend) and taught.fortification
    if view.stronghold_on(view.open_attack.target) != view.seat:
        return False
    move = explained_proposal(view, scene.seating.code)[0].move
    return isinstance(move, Defend) and move.fortification


def _scope_answer(view: View, scope: Scope) -> Answer:
    """Return the answer for a scope; its note says what ends the scope early (ORD-3)."""
    label, note = SCOPES[scope]
    if scope is Scope.ATTACK and not view.ruleset.battle_cards:
        note = "until you’ve lost half your armies"
    return Answer(scope.value, label, note)


def _fortified_note(view: View) -> str:
    lasts_turn = view.ruleset.fortification_lasts_turn
    return _FORTIFIED_TURN if lasts_turn else _FORTIFIED_ATTACK


_FORTIFIED_ATTACK = "+1 to your highest die in this attack, until it is beaten"
_FORTIFIED_TURN = "+1 to your highest die in every defence this turn, until it is beaten"


def _dice_field(choice: QueryDict, dice: Sequence[Any]) -> Field:
    answers = tuple(Answer(number, counts.dice(number)) for number in sorted(dice, reverse=True))
    value = chosen_number(choice, "dice", tuple(dice)) or answers[0].value
    return Field("dice", "Your dice", value, answers)


def _reveal_field(view: View, choice: QueryDict, groups: Sequence[Any]) -> Field:
    answers = tuple(_reveal_answer(view, number) for number in groups)
    value = chosen_number(choice, "reveal", tuple(groups)) or answers[0].value
    return Field("reveal", "Your hidden armies here", value, answers)


def _reveal_answer(view: View, groups: int) -> Answer:
    if not groups:
        return Answer(groups, "Keep them hidden")
    label = _REVEAL.format(armies=armies(groups * view.hidden_size))
    return Answer(groups, label, _more_dice_note(view))


def _more_dice_note(view: View) -> str:
    """Return how many dice a reveal allows (ATT-7 b); "" if the number does not change."""
    now, most = view.armies(view.open_attack.target), view.ruleset.defence_dice
    if now >= most:
        return ""
    text = _MAY_ROLL if view.own_orders.dice == "ask" else _WILL_ROLL
    return text.format(dice=counts.dice(most))


_REVEAL = "Reveal {armies}"
_MAY_ROLL = "you can then roll {dice}"
_WILL_ROLL = "you then roll {dice}"


def _fall_odds(view: View, choices: Choices) -> OddsShown:
    """Return the probability that the territory falls, alone and with each possible defence."""
    clash = open_clash(view)
    chance = press_chance(view, clash)
    lines = []
    if len(choices["fortification"]) > 1:
        fortified = replace(clash, fortification=True)
        chance_then = percent(press_chance(view, fortified))
        lines.append(in_words_of(view.ruleset, _WITH_FORTIFICATION, chance=chance_then))
    if len(choices["reveal"]) > 1:
        most = clash.defenders + max(choices["reveal"]) * view.hidden_size
        revealed = replace(clash, defenders=most)
        lines.append(_WITH_HIDDEN.format(chance=percent(press_chance(view, revealed))))
    headline = _TO_LOSE.format(chance=percent(chance))
    return OddsShown(
        headline, round(chance * 100), tuple(lines), bonuses(view, clash), is_danger=True
    )


_WITH_FORTIFICATION = "{chance} to lose it with your {Fortification}."
_WITH_HIDDEN = "{chance} to lose it with your hidden armies."
_TO_LOSE = "{chance} to lose it if they keep attacking"


# Striking a Fortification (ATT-7 c), and naming dice again (ATT-7 d)


_FORTIFIED = "{defender} has a {Fortification} in play: +1 to the highest die."
_STRIKE = "Send an Assassin against it ({chance})"
_NO_ASSASSIN = "You have no Assassin."
_TO_TAKE = {
    False: "{chance} to capture {territory} if you keep attacking",
    True: "{chance} to capture {territory}",
}
"""The sentence on an attack's chance, keyed by whether it is by fleet; fleets cannot stop."""
_WITHOUT_FORTIFICATION = "{chance} without the {Fortification}."
_ATTACKER_NOW_ROLLS = "The attacker now rolls {dice}."
_DEFENDER_ROLLS = "The defender rolls {dice}."


def strike_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Ask the attacker whether to assassinate the Fortification."""
    view = scene.view
    found = options_of(view)
    forms, lead = [Form(Pass.name, "Leave it")], [_attack_text(scene)]
    lead.append(_fortified(scene))
    if AssassinateFortification in found:
        note = "Each of you rolls one die. You add 2 and need the higher total."
        label = _STRIKE.format(chance=assassin_odds(2))
        forms.append(Form(AssassinateFortification.name, label, note=note))
    else:
        lead.append(paragraph(_NO_ASSASSIN, ASKED_ALL_THE_SAME))
    ask = PanelForm(odds=_take_odds(view), forms=tuple(forms))
    return Panel(
        "A Fortification is in your way", ask, tuple(lead), "ASN-5", marks=attack_marks(view)
    )


def _fortified(scene: Scene) -> str:
    """Return a sentence saying that the defender's highest die has a bonus (FOR-1)."""
    view, words = scene.view, words_of(scene)
    defender = words.player(view.open_attack.defender)
    return capitalised(in_words_of(view.ruleset, _FORTIFIED, defender=defender))


def _take_odds(view: View) -> OddsShown:
    clash = open_clash(view)
    chance = press_chance(view, clash)
    headline = _TO_TAKE[view.open_attack.fleet].format(
        chance=percent(chance), territory=names_of(view)[clash.target]
    )
    without = percent(press_chance(view, replace(clash, fortification=False)))
    without = in_words_of(view.ruleset, _WITHOUT_FORTIFICATION, chance=without)
    lines = (without,) if clash.fortification else ()
    return OddsShown(headline, round(chance * 100), lines, bonuses(view, clash))


def dice_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Ask attacker or defender to name dice again after cards or armies have changed."""
    view, attack = scene.view, scene.view.open_attack
    dice = options_of(view)[NameDice][0].values("dice")
    form = Form(NameDice.name, "Roll", (_dice_field(choice, dice),))
    lead = [paragraph(*changes(scene), _attack_text(scene))]
    if view.seat == attack.defender:
        lead.append(_ATTACKER_NOW_ROLLS.format(dice=counts.dice(attack.dice)))
        odds = _fall_odds(view, {"fortification": (False,), "reveal": (0,)})
    else:
        if attack.fortification:
            lead.append(_fortified(scene))
        lead.append(_DEFENDER_ROLLS.format(dice=dice_of_defender(view, attack.target)))
        odds = _take_odds(view)
    ask = PanelForm(odds=odds, forms=(form,))
    heading = "The battle has changed: choose your dice again"
    return Panel(heading, ask, tuple(lead), "ATT-7", marks=attack_marks(view))
