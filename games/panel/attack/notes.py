"""Notes beside an attack: what the defender may do, and warnings."""

from collections.abc import Iterator

from games.display.parts import Scene
from games.display.words import names_of, words_of
from games.panel.attack.odds import Clash
from rules import View
from rules.sentences.words import counted, either, listed


def last_moment(view: View) -> Iterator[str]:
    """Warn that after this attack the viewer's hidden armies may no longer be revealed (CAS-7)."""
    is_possible = view.options.hidden_at_start and view.track and not view.has_attacked
    held = [name for name in dict.fromkeys(view.hidden) if view.owner(name) == view.seat]
    if is_possible and held:
        where = listed([names_of(view)[name] for name in held])
        yield f"Once you attack, you can’t reveal your hidden armies in {where} this turn."


def at_sea(scene: Scene, is_fleet: bool) -> Iterator[str]:
    """Warn that an attack by sea cannot be stopped (FLT-3)."""
    if is_fleet:
        yield words_of(scene).say(
            "{A fleet} fights until one side is gone: you can’t stop it. If it wins, you keep "
            "the card."
        )


_MAY = {
    "fortification": "play a {Fortification} (+1)",
    "block": "send {an Assassin} against your {Hero}",
    "hidden": "reveal {number} hidden armies",
}
"""What a defender could do besides rolling, as far as the attacker can know."""


def defender_may(scene: Scene, clash: Clash, is_hero_new: bool) -> str:
    """Return what the defender may still do, from public information.

    `is_hero_new` says that a Hero would fight its first battle in this attack.
    """
    view, target = scene.view, clash.target
    owner = view.owner(target)
    words = words_of(scene)
    if owner is None:
        dice = counted(most_defence_dice(view, target), "die", "dice")
        return f"The neutral army always rolls the most dice it can: {dice}."
    player, name = view.player(owner), words.player(owner)
    most = most_defence_dice(view, target)
    dice = "1 or 2 dice" if most > 1 else "1 die"
    may = []
    if player.cards and not clash.fortification:
        may.append(words.say(_MAY["fortification"]))
    if player.cards and is_hero_new and view.ruleset.has_assassins:
        may.append(words.say(_MAY["block"]))
    sites = {other.stronghold for other in view.players}
    may_reveal = player.hidden and target not in sites and not view.options.hidden_at_start
    if view.track and may_reveal:
        may.append(words.say(_MAY["hidden"], number=str(view.hidden_size)))
    if not may:
        return f"{name} rolls {dice}."
    return f"{name} rolls {dice}, but could {either(may)}."


def most_defence_dice(view: View, target: str) -> int:
    """Return the maximum number of dice for a territory's defender (ATT-4)."""
    return min(view.armies(target), view.ruleset.defence_dice)
