"""Why a pressed attack stopped before the territory fell (ATT-11), and what changed a battle."""

from collections.abc import Iterator

from games.drawing.display.parts import Scene
from games.drawing.display.words import words_of
from games.table.animations.last_attack import AttackOrder
from rules.cards import BattleCard
from rules.events.base import Event
from rules.events.cards import AssassinUsed, CardLost, CardPlayed, HiddenRevealed
from rules.sentences import describe

_OWN = "hero"
_CAUSES = {
    "fortification": "Your attack was interrupted: {name} played a {Fortification}.",
    "hidden": "Your attack was interrupted: {name} revealed hidden armies.",
    "assassin": "Your attack was interrupted: {name} sent {an Assassin}.",
    _OWN: "Your attack was interrupted: your {Hero} was lost.",
}


def interruption(scene: Scene, order: AttackOrder | None, fighting: int) -> str:
    """Return what ended a press of the open attack before it was over; "" if nothing did.

    `order` is how the attacker last continued the attack, `fighting` the number of armies that
    can still attack.
    """
    if order is None or order.press is None or fighting <= max(0, order.press - 1):
        return ""
    view, words = scene.view, words_of(scene)
    for event in order.events:
        cause, seat = _cause(event)
        if cause and (seat == view.own_seat) == (cause == _OWN):
            return words.say(_CAUSES[cause], name=words.player(seat))
    return ""


def _cause(event: Event) -> tuple[str, int]:
    """Return the key of the sentence for an event that may end a press, and the event's seat.

    The key is "" for other events.
    """
    match event:
        case CardPlayed(seat=seat, card=BattleCard.FORTIFICATION):
            return "fortification", seat
        case HiddenRevealed(seat=seat):
            return "hidden", seat
        case AssassinUsed(seat=seat):
            return "assassin", seat
        case CardLost(seat=seat, card=BattleCard.HERO):
            return _OWN, seat
        case _:
            return "", 0


def changes(scene: Scene) -> Iterator[str]:
    """Yield how the newest entry changed the battle: cards played or lost, and armies revealed.

    After such a change the dice are chosen again (ATT-7 d).
    """
    for event in scene.events:
        if isinstance(event, AssassinUsed | CardPlayed | CardLost | HiddenRevealed):
            yield describe(event, words_of(scene))
