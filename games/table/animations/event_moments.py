"""The latest events: the card or the sentence for each kind of event other than a battle."""

from collections.abc import Callable, Iterator
from typing import Any

from games.drawing.board.territory_cards import face_of
from games.drawing.display.card_texts import battle_text, event_text
from games.drawing.display.event_summaries import event_line
from games.drawing.display.parts import Scene
from games.drawing.display.words import capitalised, words_of
from games.table.animations.battle_moments import Route, livery_name
from rules import Event
from rules.cards import EVENT_RULES, BattleCard, EventCard
from rules.events.agreements import PactBroken
from rules.events.attack import AttackDeclared, Captured, Eliminated, HandTaken, MovedIn, Occupied
from rules.events.cards import (
    ArmiesConverted,
    ArmiesGained,
    ArmiesLost,
    ArmiesMoved,
    AssassinCountered,
    AssassinRolled,
    AssassinUsed,
    CardLost,
    CardPlayed,
    CardReturned,
    EventBlocked,
    EventDrawn,
    EventIdle,
    HandSeen,
    HandShown,
    HiddenRevealed,
    Spied,
    SpyCountered,
    SpySent,
    TruceForced,
)
from rules.events.classic import (
    Fortified,
    HeadquartersShown,
    ReinforcementsCounted,
    SetTraded,
    TerritoryCardSeen,
    TerritoryCardsTaken,
    TerritoryCardsTakenSeen,
)
from rules.events.turn import MercenariesPlayed, SpoilsCounted
from rules.sentences import describe
from rules.sentences.idle_events import why_idle
from rules.sentences.words import INDEPENDENT_TERRITORIES, armies, signed

_CARD_OF_RULE = {rule: card for card, rule in EVENT_RULES.items()}

_IDLE = "No effect: {reason}."
"""The text of an event card that is discarded without effect."""


_CAPTURED = "{captor} captured {name}."
_CAPTURED_HEADQUARTERS = "{captor} captured {name}, {owner} headquarters."
_MOVED_IN = "{armies} moved in."
_COMPLETED = "{captor} now holds all of {region}: {armies} each turn."
_YOU_COMPLETED = "You now hold all of {region}: {armies} each turn."


def result_of_attack(scene: Scene, event: Event, routes: frozenset[Route]) -> dict[str, Any] | None:
    """Describe a capture or move-in briefly, as the battles are shown too; None for others."""
    if isinstance(event, Captured) and event.territory in {target for _, target in routes}:
        name = scene.view.board.territories[event.territory].name
        camps = [seat for seat, camp in scene.view.headquarters.items() if camp == event.territory]
        sentence, words = _CAPTURED_HEADQUARTERS if camps else _CAPTURED, words_of(scene)
        captor = capitalised(words.player(event.seat))
        owner = words.whose(camps[0]) if camps else ""
        says = sentence.format(captor=captor, name=name, owner=owner)
        return {**_captured(scene, event), "says": says}
    if isinstance(event, MovedIn) and (event.source, event.target) in routes:
        return {"kind": "small", "says": _MOVED_IN.format(armies=armies(event.armies))}
    return None


_DREW = "{player} drew an event card"
_LOST = "You lost {territory} to {captor}."
_KNOCKED_OUT = "{captor} eliminated you."
_LOST_CARD = "You lost your {card}."
_LOST_A_CARD = "You lost a card"
_ASSASSIN_TOOK = "{seat’s} {Assassin} destroyed your {card}."
_HEADED = "{title}: {sentence}"
_REVEALED = "{player} revealed {armies} hidden armies in {territory}."


def _event_card(scene: Scene, event: EventDrawn) -> dict[str, Any]:
    """Describe a drawn event card; one that concerns the viewer `stays` until they have read it."""
    text = event_text(EventCard(event.card))
    words = words_of(scene)
    idle = EventIdle(event.seat, event.card)
    is_idle = is_shown_by_card(scene, idle)
    return {
        "kind": "event",
        "title": text.title,
        "text": _IDLE.format(reason=why_idle(idle, words))
        if is_idle
        else event_line(scene.view, words, event),
        "rule": text.rule,
        "motif": text.motif,
        "says": capitalised(_DREW.format(player=words.player(event.seat))),
        "stays": scene.seat is not None and scene.seat in (event.seat, *_harmed(scene)),
    }


def _harmed(scene: Scene) -> Iterator[int]:
    """Yield the seats that the newest entry's event card has cost something."""
    for event in scene.newest.events if scene.newest else ():
        if isinstance(event, ArmiesLost | HandShown):
            yield event.seat
        elif isinstance(event, ArmiesConverted):
            yield event.loser


def is_shown_by_card(scene: Scene, event: Event) -> bool:
    """Return whether an event only reports that a card drawn in the same entry had no effect."""
    events = scene.newest.events if scene.newest else ()
    drawn = {(each.seat, each.card) for each in events if isinstance(each, EventDrawn)}
    return isinstance(event, EventIdle) and event in events and (event.seat, event.card) in drawn


def _assassin(scene: Scene, event: AssassinRolled) -> dict[str, Any]:
    words = words_of(scene)
    return {
        "kind": "assassin",
        "whose": capitalised(words.whose(event.seat)),
        "opponent": words.player(event.opponent),
        "die": event.die,
        "bonus": signed(event.bonus),
        "against": event.against,
        "success": event.success,
    }


def _small(scene: Scene, event: Event) -> dict[str, Any]:
    return {"kind": "small", "says": describe(event, words_of(scene))}


def _big(scene: Scene, event: Event) -> dict[str, Any]:
    return {**_small(scene, event), "kind": "big"}


def _armies_lost(scene: Scene, event: ArmiesLost) -> dict[str, Any]:
    """Describe armies lost to an event card; a card drawn in the same entry tells it itself."""
    events = scene.newest.events if scene.newest else ()
    if any(isinstance(each, EventDrawn) for each in events):
        return _small(scene, event)
    says = _HEADED.format(
        title=event_text(_CARD_OF_RULE[event.rule]).title.removesuffix("!"),
        sentence=_small(scene, event)["says"],
    )
    return {
        "kind": "big",
        "says": says,
        "at": event.territory,
        "of": event.seat,
        "yours": says,
    }


def _captured(scene: Scene, event: Captured) -> dict[str, Any]:
    """Describe a capture; `yours` is the sentence for the player who lost the territory, `lost`."""
    name = scene.view.board.territories[event.territory].name
    captor = words_of(scene).player(event.seat)
    is_headquarters = event.territory in scene.view.headquarters.values()
    return {
        **_big(scene, event),
        "at": event.territory,
        "sound": "fall" if is_headquarters else "capture",
        "livery": livery_name(scene.view, event.seat),
        "of": event.loser,
        "lost": name,
        "yours": _LOST.format(territory=name, captor=captor),
    }


def _eliminated(scene: Scene, event: Eliminated) -> dict[str, Any]:
    captor = capitalised(words_of(scene).player(event.captor))
    return {
        **_big(scene, event),
        "at": event.territory,
        "sound": "fall",
        "of": event.player,
        "yours": _KNOCKED_OUT.format(captor=captor),
    }


def _card_lost(scene: Scene, event: CardLost) -> dict[str, Any]:
    taken = _taken(scene, event)
    if taken:
        text = battle_text(scene.view.ruleset, BattleCard(event.card))
        return {
            "kind": "loss",
            "title": text.title,
            "text": taken,
            "rule": event.rule,
            "motif": text.motif,
            "says": _LOST_A_CARD,
            "stays": True,
            "of": event.seat,
            "yours": taken,
        }
    if event.card != BattleCard.FLEET:
        return _small(scene, event)
    yours = _LOST_CARD.format(card=scene.view.ruleset.card_names[BattleCard.FLEET])
    return {**_big(scene, event), "sound": "fall", "of": event.seat, "yours": yours}


def _taken(scene: Scene, event: CardLost) -> str:
    """Return which opponent's Assassin took a card of the viewer; "" if none did."""
    if event.seat != scene.seat or scene.newest is None:
        return ""
    words, events = words_of(scene), scene.newest.events
    card = scene.view.ruleset.card_names[BattleCard(event.card)]
    if event.rule == "CAS-4":
        # Players who look at a hand, or counter a Spy, lose only their own Spy.
        if any(isinstance(each, HandSeen | SpyCountered) for each in events):
            return ""
        # The event does not name the player who sent the Spy, but Spies act in their own turn.
        taker = scene.view.turn
    else:
        before = reversed(events[: events.index(event)])
        rolled = next((each for each in before if isinstance(each, AssassinRolled)), None)
        if rolled is None or not rolled.success or rolled.opponent != scene.seat:
            return ""
        taker = rolled.seat
    return capitalised(words.say(_ASSASSIN_TOOK, **words.people(seat=taker), card=card))


def completed_by(scene: Scene, event: Event) -> Iterator[dict[str, Any]]:
    """Yield what a capture has completed, and the armies for it (TRN-6, CLA-3, CAS-8)."""
    if not isinstance(event, Captured):
        return
    words, board = words_of(scene), scene.view.board
    sentence = _YOU_COMPLETED if event.seat == scene.seat else _COMPLETED
    captor = capitalised(words.player(event.seat))
    for source, number in scene.view.spoils(event.seat):
        if source == "independents":
            region, territories = INDEPENDENT_TERRITORIES, board.independents
        elif source in board.groups:
            region, territories = words.region(source), board.groups[source].territories
        else:
            continue
        if event.territory in territories:
            says = sentence.format(captor=captor, region=region, armies=armies(number))
            yield {"kind": "big", "says": says, "at": event.territory}


def _revealed(scene: Scene, event: HiddenRevealed) -> dict[str, Any]:
    """Describe revealed hidden armies; the salt that opens the commitment is in the log only."""
    where = scene.view.board.territories[event.territory].name
    who = capitalised(words_of(scene).player(event.seat))
    says = _REVEALED.format(player=who, armies=event.armies, territory=where)
    return {"kind": "big", "says": says, "at": event.territory}


def _territory_card(scene: Scene, event: TerritoryCardSeen) -> dict[str, Any]:
    """Show the drawn card; only the player who drew it receives this event."""
    return {"kind": "territory", **face_of(scene.view.board, event.territory_card)}


def _set(scene: Scene, event: SetTraded) -> dict[str, Any]:
    board = scene.view.board
    faces = [face_of(board, card) for card in event.set_cards]
    return {**_small(scene, event), "kind": "set", "cards": faces}


MOMENTS: dict[type[Event], Callable[[Scene, Any], dict[str, Any]]] = {
    EventDrawn: _event_card,
    AssassinRolled: _assassin,
    HiddenRevealed: _revealed,
    Eliminated: _eliminated,
    Captured: _captured,
    AttackDeclared: _small,
    PactBroken: _big,
    CardPlayed: _small,
    CardLost: _card_lost,
    CardReturned: _small,
    HandTaken: _small,
    AssassinUsed: _small,
    AssassinCountered: _small,
    Spied: _small,
    SpySent: _small,
    SpyCountered: _small,
    EventBlocked: _small,
    EventIdle: _small,
    ArmiesLost: _armies_lost,
    ArmiesGained: _small,
    ArmiesConverted: _small,
    ArmiesMoved: _small,
    HandShown: _small,
    MercenariesPlayed: _small,
    TruceForced: _small,
    SpoilsCounted: _small,
    MovedIn: _small,
    Occupied: _small,
    ReinforcementsCounted: _small,
    SetTraded: _set,
    TerritoryCardSeen: _territory_card,
    TerritoryCardsTaken: _small,
    TerritoryCardsTakenSeen: _small,
    Fortified: _small,
    HeadquartersShown: _big,
}
