"""Names and liveries for templates and sentences, as one viewer sees them."""

from games.drawing.display.liveries import livery_name, player_livery, unowned_livery
from games.drawing.display.parts import Scene
from rules import View
from rules.moves import Control, Defend
from rules.sentences import Words
from rules.sentences.words import armies
from rules.view.public_records import AttackView


def names_of(view: View) -> dict[str, str]:
    """Return the names of the territories by id."""
    return {name: territory.name for name, territory in view.board.territories.items()}


def words_of(scene: Scene) -> Words:
    """Return the vocabulary for sentences to the viewer: their own seat is “you”."""
    view = scene.view
    return Words(scene.seating.names, view.ruleset, view.headquarters, scene.seat)


def livery(view: View, seat: int | None) -> str:
    """Return the CSS class of a player's livery; for seat None, the class for no owner."""
    worn = None if seat is None else player_livery(view.board, seat, view.player(seat).empire)
    return f"livery-{livery_name(worn)}"


def livery_on(view: View, territory: str) -> str:
    """Return the CSS class of the livery on a territory: its owner's, or the neutral army's."""
    owner = view.owner(territory)
    if owner is not None:
        return livery(view, owner)
    return f"livery-{livery_name(unowned_livery(view.board, view.armies(territory)))}"


def holding_note(scene: Scene, territory: str) -> str:
    """Return a territory's owner, unless it is the viewer, and its armies: “Bob, 3 armies”."""
    view = scene.view
    owner, number = view.owner(territory), view.armies(territory)
    if owner == view.seat or not number:
        return armies(number)
    if owner is None:
        return _NEUTRAL.format(armies=armies(number))
    return _HELD.format(owner=scene.seating.names[owner], armies=armies(number))


_HELD = "{owner}, {armies}"
_NEUTRAL = "neutral, {armies}"
_HEADQUARTERS = "headquarters of {owner}"


def headquarters_note(scene: Scene, territory: str) -> str:
    """Return a phrase naming the owner of a territory's headquarters; "" if it has none (CLA-6)."""
    for seat, name in scene.view.headquarters.items():
        if name == territory:
            if seat == scene.seat:
                return "your headquarters"
            return _HEADQUARTERS.format(owner=scene.seating.names[seat])
    return ""


def own_attack(view: View) -> AttackView | None:
    """Return the viewer's open attack; None if there is none or someone else plays their seat."""
    attack = view.attack
    if attack is None or attack.attacker != view.seat:
        return None
    return attack if view.player(attack.attacker).control is Control.PLAYER else None


def can_choose_dice(view: View) -> bool:
    """Return whether the viewer defends, and decides how many dice to roll (ATT-4).

    Unless the standing orders say "ask", the rules choose the number.
    """
    if view.own_orders.dice != "ask":
        return False
    defences = [option for option in view.offer() if option.move is Defend]
    return bool(defences) and all(len(option.values("dice")) > 1 for option in defences)


def truces_with_viewer(view: View) -> frozenset[int]:
    """Return the seats of the players in a forced truce with the viewer (AMB-2)."""
    pairs = [{truce.seat, truce.other} for truce in view.truces]
    return frozenset(seat for pair in pairs if view.seat in pair for seat in pair - {view.seat})


def capitalised(text: str) -> str:
    """Return the text with its first letter in upper case."""
    return text[0].upper() + text[1:]


def is_paused(scene: Scene) -> bool:
    """Return whether the game accepts no moves because it is paused or held by a moderator."""
    is_over = scene.view.outcome is not None
    return not is_over and (scene.seating.is_held or scene.times.paused_until is not None)
