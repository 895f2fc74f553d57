"""The panel of an eliminated player: the attack that eliminated them, and what they can do."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import QueryDict

from games.drawing.display.parts import Scene
from games.drawing.display.words import capitalised, words_of
from games.models import Game
from games.table.animations.last_attack import LastAttack, last_attack_on
from games.table.panel.waiting import HELD, waited_for
from games.table.panel.widgets import Panel
from rules.events.attack import BattleFought
from rules.moves import Control
from rules.sentences.words import paragraph

TEMPLATE = "table/panel/eliminated.html"
WATCH = "watch"
"""The query that folds the panel so that the player can watch the rest of the game."""

MOST_BATTLES = 6


@dataclass(frozen=True, slots=True)
class BattleShown:
    """A battle of the last attack: both sides' dice, highest first, and their losses."""

    attack: tuple[int, ...]
    defence: tuple[int, ...]
    losses: tuple[int, int]


@dataclass(frozen=True, slots=True)
class LastStand:
    """The last battles of the attack, and what the player can do now.

    `earlier` is the number of battles not shown. `is_watching`: they chose to watch. `can_skip`:
    only bots still play, with pauses. `is_skipping`: only bots still play, without pauses.
    """

    battles: tuple[BattleShown, ...]
    earlier: int
    ruleset: str
    is_watching: bool
    can_skip: bool
    is_skipping: bool


def is_eliminated(scene: Scene) -> bool:
    """Return whether the viewer has been eliminated."""
    view = scene.view
    return view.seat is not None and bool(view.player(view.seat).eliminated)


def eliminated_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Show how the viewer was eliminated, and offer a new game, watching, and the result."""
    view = scene.view
    attack = last_attack_on(scene.game, view.own_seat, scene.epoch)
    is_watching = WATCH in choice
    bots_only = only_bots_play(scene)
    at_once = scene.seating.pace == Game.Pace.AT_ONCE
    battles = () if attack is None or is_watching else attack.battles
    body = LastStand(
        battles=tuple(map(_shown, battles[-MOST_BATTLES:])),
        earlier=max(0, len(battles) - MOST_BATTLES),
        ruleset=view.ruleset.name,
        is_watching=is_watching,
        can_skip=bots_only and not at_once,
        is_skipping=bots_only and at_once,
    )
    lead: tuple[str, ...] = (waited_for(scene),)
    if not is_watching:
        lead = (paragraph(*_why(scene, attack)), *lead)
    return Panel(
        "You are watching" if is_watching else "You were eliminated",
        body,
        lead,
        "ELM-1" if view.ruleset.strongholds else "CLA-5",
        ((WATCH, "yes"),) if is_watching else (),
        "?" if is_watching else None,
        template=TEMPLATE,
    )


def only_bots_play(scene: Scene) -> bool:
    """Return whether bots and stewards have all the seats that are still in the game."""
    players = scene.view.players
    return all(one.eliminated or one.control is not Control.PLAYER for one in players)


_LOST = {
    True: "You lost your {stronghold}.",
    False: "You lost your last territory.",
}
_TAKEN = {
    True: "{captor} took {territory}, your {stronghold}, in round {round}.",
    False: "{captor} took {territory}, your last territory, in round {round}.",
}
"""How the viewer was eliminated, keyed by whether the game has strongholds."""


def _why(scene: Scene, attack: LastAttack | None) -> Iterator[str]:
    """Yield sentences on how the viewer was eliminated, and whether another played their seat."""
    words, view = words_of(scene), scene.view
    has_strongholds = view.ruleset.strongholds
    if attack is None:
        yield words.say(_LOST[has_strongholds])
    else:
        captor, territory = words.player(attack.captor), words.territory(attack.territory)
        parts = {"captor": captor, "territory": territory, "round": str(attack.round)}
        yield capitalised(words.say(_TAKEN[has_strongholds], **parts))
    if view.player(view.own_seat).control is not Control.PLAYER:
        yield HELD


def _shown(battle: BattleFought) -> BattleShown:
    attack, defence = (
        tuple(sorted(dice, reverse=True)) for dice in (battle.attack_dice, battle.defence_dice)
    )
    return BattleShown(attack, defence, (battle.attack_losses, battle.defence_losses))
