"""Notes beside an attack: what the defender may do, and warnings."""

from collections.abc import Iterator

from games.drawing.display import counts
from games.drawing.display.parts import Scene
from games.drawing.display.words import names_of, words_of
from games.table.panel.odds import Clash
from rules import View
from rules.cards import BattleCard
from rules.sentences.words import either, listed


def last_moment(scene: Scene) -> Iterator[str]:
    """Warn of what is no longer possible after this attack (MRC-1, AMB-1, CAS-7)."""
    view = scene.view
    cards = before_attacks(view) if not view.has_attacked else ()
    if cards:
        yield words_of(scene).say(_LAST_CARDS[cards])
    is_possible = view.options.hidden_at_start and view.track and not view.has_attacked
    held = [name for name in dict.fromkeys(view.hidden) if view.owner(name) == view.seat]
    if is_possible and held:
        where = listed([names_of(view)[name] for name in held])
        yield _LAST_MOMENT.format(where=where)


def too_late(scene: Scene) -> Iterator[str]:
    """Yield a sentence on the cards in hand that can no longer be played this turn."""
    view = scene.view
    cards = before_attacks(view) if view.has_attacked else ()
    if cards:
        yield words_of(scene).say(_TOO_LATE[cards])


def before_attacks(view: View) -> tuple[BattleCard, ...]:
    """Return the cards in hand that can only be played before the first attack of a turn."""
    if view.tutorial_step is not None:
        # The steps of a tutorial say what to do.
        return ()
    is_truce_possible = sum(not player.eliminated for player in view.players) > 2
    return tuple(
        card
        for card in (BattleCard.MERCENARIES, BattleCard.AMBASSADOR)
        if card in view.hand and (card is BattleCard.MERCENARIES or is_truce_possible)
    )


_ONE, _OTHER = (BattleCard.MERCENARIES,), (BattleCard.AMBASSADOR,)
_LAST_CARDS = {
    _ONE: "After attacking, you can’t play {Mercenaries} this turn.",
    _OTHER: "After attacking, you can’t send {Ambassadors} this turn.",
    _ONE + _OTHER: "After attacking, you can’t play {Mercenaries} or {Ambassadors} this turn.",
}
_TOO_LATE = {
    _ONE: "You’ve attacked, so you can’t play {Mercenaries} until your next turn.",
    _OTHER: "You’ve attacked, so you can’t send {Ambassadors} until your next turn.",
    _ONE + _OTHER: (
        "You’ve attacked, so you can’t play {Mercenaries} or {Ambassadors} until your next turn."
    ),
}
"""Sentences on cards that can only be played before the first attack, by card."""
_LAST_MOMENT = "Once you attack, you can’t reveal your hidden armies in {where} this turn."


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

_NEUTRAL_ROLLS = "The neutral side always rolls as many dice as possible: {dice}."
_ROLLS = "{name} rolls {dice}."
_ROLLS_BUT_MAY = "{name} rolls {dice}, but could {others}."
_DICE = {1: "1 die", 2: "1 or 2 dice"}
"""The dice that a defender may roll, in words, by the maximum number."""


def defender_may(scene: Scene, clash: Clash, is_hero_new: bool) -> str:
    """Return what the defender may still do, as far as public information shows.

    `is_hero_new` says that a Hero would fight its first battle in this attack.
    """
    view, target = scene.view, clash.target
    owner = view.owner(target)
    words = words_of(scene)
    if owner is None:
        return _NEUTRAL_ROLLS.format(dice=counts.dice(most_defence_dice(view, target)))
    player, name = view.player(owner), words.player(owner)
    dice = dice_of_defender(view, target)
    may = []
    if player.cards and not clash.fortification:
        may.append(words.say(_MAY["fortification"]))
    if player.cards and is_hero_new and view.ruleset.has_assassins:
        may.append(words.say(_MAY["block"]))
    if may_reveal(view, target):
        may.append(words.say(_MAY["hidden"], number=str(view.hidden_size)))
    if not may:
        return _ROLLS.format(name=name, dice=dice)
    return _ROLLS_BUT_MAY.format(name=name, dice=dice, others=either(may))


def may_reveal(view: View, target: str) -> bool:
    """Return whether the defender could reveal hidden armies, from public information (HID-1)."""
    owner = view.owner(target)
    if owner is None or not view.track or view.options.hidden_at_start:
        return False
    sites = {other.stronghold for other in view.players}
    return view.player(owner).hidden > 0 and target not in sites


def dice_of_defender(view: View, target: str) -> str:
    """Return the dice that a territory's defender may roll, such as “1 or 2 dice”."""
    return _DICE[most_defence_dice(view, target)]


def most_defence_dice(view: View, target: str) -> int:
    """Return the maximum number of dice for a territory's defender (ATT-4)."""
    return min(view.armies(target), view.ruleset.defence_dice)
