"""Windows of an attack (ATT-7): what defender and attacker are asked within a battle.

One panel asks all questions of a window together (ORD-3); the default answers spend nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.http import QueryDict

from games.display.parts import Scene
from games.display.words import capitalised, names_of, words_of
from games.panel.attack.notes import most_defence_dice
from games.panel.attack.odds import (
    OddsShown,
    assassin_odds,
    bonuses,
    open_clash,
    press_chance,
)
from games.panel.widgets import (
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
from rules.rulesets.words import in_words_of
from rules.sentences.words import armies, counted, percent

Choices = Mapping[str, Sequence[Any]]
"""The values that each field of a move may take."""

SCOPES = {
    Scope.BATTLE: ("This roll", "you choose again before the next one"),
    Scope.ATTACK: (
        "This whole attack",
        "until someone plays a card, hidden armies appear, or you have lost half",
    ),
    Scope.TURN: ("Every attack this turn", "the same in later attacks this turn"),
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
        source=words.territory(attack.source),
        armies=armies(clash.fighting),
    )
    hero = capitalised(words.say(_WITH_HERO)) if attack.hero else ""
    return capitalised(f"{sentence} {hero}".strip())


_ATTACKS = {
    (True, False): "You attack {target} ({defenders}) from {source} with {armies}.",
    (True, True): "You attack {target} ({defenders}) from {source} {by fleet} with {armies}.",
    (False, False): "{attacker} attacks {target} ({defenders}) from {source} with {armies}.",
    (False, True): (
        "{attacker} attacks {target} ({defenders}) from {source} {by fleet} with {armies}."
    ),
}
"""The open attack in a sentence, by whether the viewer attacks and whether it is by sea."""

_WITH_HERO = "{a Hero} fights with them (+1)."


# The defender (ATT-7 b)


def defend_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Ask the defender for dice, Fortification, hidden armies, and how long the answer applies."""
    view, words, attack = scene.view, words_of(scene), scene.view.open_attack
    found = options_of(view)
    choices = _defence_choices(
        [{name: option.values(name) for name in option.choices} for option in found[Defend]]
    )
    forms = [_defend_form(scene, choice, choices)]
    if BlockHero in found:
        forms.append(
            Form(
                BlockHero.name,
                f"Send an Assassin against the Hero ({assassin_odds(1)})",
                note="Each of you rolls one die. You add 1, and must roll higher. You choose the "
                "rest of your defence afterwards.",
            )
        )
    target = words.territory(attack.target)
    heading = f"{target} is under attack!"
    if view.stronghold_on(attack.target) == view.seat:
        heading = words.say("Your {stronghold}, {target}, is under attack!", target=target)
    rolls = f"The attacker rolls {counted(attack.dice, 'die', 'dice')}."
    ask = PanelForm(odds=_fall_odds(view, choices), forms=tuple(forms))
    return Panel(heading, ask, (_attack_text(scene), rolls), "ATT-7", marks=attack_marks(view))


def _defence_choices(defences: Sequence[Choices]) -> Choices:
    """Return the choices for a single form: the dice allowed with any number of reveals.

    If a reveal allows more dice, the rules ask for them afterwards.
    """
    first, *more = defences
    reveals = tuple(count for each in defences for count in each["reveal"])
    dice = tuple(number for number in first["dice"] if all(number in each["dice"] for each in more))
    return {**first, "dice": dice, "reveal": reveals}


def _defend_form(scene: Scene, choice: QueryDict, choices: Choices) -> Form:
    fields = tuple(_defend_fields(scene.view, choice, choices))
    named = {field.name for field in fields}
    settled = tuple(
        (name, _posted(values[0])) for name, values in choices.items() if name not in named
    )
    return Form(Defend.name, "Defend", fields, tuple(item for item in settled if item[1] != ""))


def _posted(value: Any) -> Any:
    if isinstance(value, bool):
        return "yes" if value else ""
    return value


def _defend_fields(view: View, choice: QueryDict, choices: Choices) -> Iterator[Field]:
    # If orders say to roll the most dice, the rules choose the number: nothing to ask.
    if len(choices["dice"]) > 1 and view.own_orders.dice == "ask":
        yield _dice_field(choice, choices["dice"])
    if len(choices["fortification"]) > 1:
        value = "yes" if choice.get("fortification") == "yes" else ""
        answers = (
            Answer("", "Keep it"),
            Answer("yes", "Play it", _fortified_note(view)),
        )
        legend = in_words_of(view.ruleset, "Your {Fortification}")
        yield Field("fortification", legend, value, answers)
    if len(choices["reveal"]) > 1:
        yield _reveal_field(view, choice, choices["reveal"])
    scopes = tuple(_scope_answer(view, scope) for scope in choices["scope"])
    scope = chosen(choice, "scope", list(choices["scope"])) or Scope.ATTACK.value
    yield Field("scope", "Apply this to", scope, scopes)


def _scope_answer(view: View, scope: Scope) -> Answer:
    """Return the answer for a scope; without battle cards, only losses end it early (ORD-3)."""
    label, note = SCOPES[scope]
    if scope is Scope.ATTACK and not view.ruleset.battle_cards:
        note = "until you have lost half"
    return Answer(scope.value, label, note)


def _fortified_note(view: View) -> str:
    lasts_turn = view.ruleset.fortification_lasts_turn
    how_long = "in every defence this turn" if lasts_turn else "for this attack"
    return f"+1 to your top die {how_long}, until you lose a roll"


def _dice_field(choice: QueryDict, dice: Sequence[Any]) -> Field:
    answers = tuple(
        Answer(number, counted(number, "die", "dice")) for number in sorted(dice, reverse=True)
    )
    value = chosen_number(choice, "dice", tuple(dice)) or answers[0].value
    return Field("dice", "Your dice", value, answers)


def _reveal_field(view: View, choice: QueryDict, counts: Sequence[Any]) -> Field:
    answers = tuple(
        Answer(count, f"Reveal {armies(count * view.hidden_size)}", _more_dice_note(view))
        if count
        else Answer(count, "Keep them hidden")
        for count in counts
    )
    value = chosen_number(choice, "reveal", tuple(counts)) or answers[0].value
    return Field("reveal", "Your hidden armies here", value, answers)


def _more_dice_note(view: View) -> str:
    """Return what a reveal means for the dice of a lone army (ATT-7 b); "" if nothing changes."""
    now, most = view.armies(view.open_attack.target), view.ruleset.defence_dice
    if now >= most:
        return ""
    is_asked = view.own_orders.dice == "ask"
    return f"you {'can then' if is_asked else 'then'} roll {counted(most, 'die', 'dice')}"


def _fall_odds(view: View, choices: Choices) -> OddsShown:
    """Return the probability that the territory falls, and what would change it."""
    clash = open_clash(view)
    chance = press_chance(view, clash)
    name = names_of(view)[clash.target]
    lines = []
    if len(choices["fortification"]) > 1:
        fortified = replace(clash, fortification=True)
        chance_then = percent(press_chance(view, fortified))
        lines.append(
            in_words_of(view.ruleset, "{chance} with your {Fortification}.", chance=chance_then)
        )
    if len(choices["reveal"]) > 1:
        most = clash.defenders + max(choices["reveal"]) * view.hidden_size
        revealed = replace(clash, defenders=most)
        lines.append(f"{percent(press_chance(view, revealed))} with your hidden armies.")
    headline = f"{percent(chance)} chance you lose {name} if they keep attacking"
    return OddsShown(capitalised(headline), round(chance * 100), tuple(lines), bonuses(view, clash))


# Striking a Fortification (ATT-7 c), and naming dice again (ATT-7 d)


def strike_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Ask the attacker whether to assassinate the Fortification."""
    view, words, attack = scene.view, words_of(scene), scene.view.open_attack
    found = options_of(view)
    forms, lead = [Form(Pass.name, "Leave it")], [_attack_text(scene)]
    lead.append(f"{words.player(attack.defender)} has a Fortification in play: +1 to the top die.")
    if AssassinateFortification in found:
        note = "Each of you rolls one die. You add 2, and must roll higher."
        label = f"Send an Assassin against it ({assassin_odds(2)})"
        forms.append(Form(AssassinateFortification.name, label, note=note))
    else:
        lead.append(f"You have no Assassin. {ASKED_ALL_THE_SAME}")
    ask = PanelForm(odds=_take_odds(view), forms=tuple(forms))
    return Panel(
        "A Fortification is in your way", ask, tuple(lead), "ASN-5", marks=attack_marks(view)
    )


def _take_odds(view: View) -> OddsShown:
    clash = open_clash(view)
    chance = press_chance(view, clash)
    headline = f"{percent(chance)} to capture {names_of(view)[clash.target]} if you keep attacking"
    without = percent(press_chance(view, replace(clash, fortification=False)))
    without = in_words_of(view.ruleset, "{chance} without the {Fortification}.", chance=without)
    lines = (without,) if clash.fortification else ()
    return OddsShown(capitalised(headline), round(chance * 100), lines, bonuses(view, clash))


def dice_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Ask attacker or defender to name dice again after cards or armies have changed."""
    view, attack = scene.view, scene.view.open_attack
    dice = options_of(view)[NameDice][0].values("dice")
    form = Form(NameDice.name, "Roll", (_dice_field(choice, dice),))
    lead = [_attack_text(scene)]
    if view.seat == attack.defender:
        lead.append(f"The attacker now rolls {counted(attack.dice, 'die', 'dice')}.")
        odds = _fall_odds(view, {"fortification": (False,), "reveal": (0,)})
    else:
        most = most_defence_dice(view, attack.target)
        lead.append(f"The defender rolls {'1 or 2 dice' if most > 1 else '1 die'}.")
        odds = _take_odds(view)
    ask = PanelForm(odds=odds, forms=(form,))
    heading = "Something changed: choose your dice again"
    return Panel(heading, ask, tuple(lead), "ATT-7", marks=attack_marks(view))
