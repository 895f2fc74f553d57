"""The stage: the dice and cards of the newest log entry.

All battles of one attack are combined into one compact moment, so that even an attack of twenty
battles is a small message.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from games.board.territory_cards import face_of
from games.display.card_texts import event_text
from games.display.event_summaries import event_line
from games.display.liveries import NEUTRAL
from games.display.log import LogEntry, lines
from games.display.parts import Part, Scene
from games.display.words import capitalised, livery, names_for, words_of
from games.table.last_attack import earlier_battles
from rules import Event, Ruleset, View
from rules.cards import BattleCard, EventCard
from rules.events.agreements import PactBroken
from rules.events.attack import (
    AttackDeclared,
    BattleFought,
    Captured,
    Eliminated,
    HandTaken,
    MovedIn,
    Occupied,
)
from rules.events.base import Modifier
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
from rules.events.setup import HiddenChosen
from rules.events.turn import MercenariesPlayed, SpoilsCounted
from rules.sentences import describe
from rules.sentences.words import armies, signed

MOST_MOMENTS = 16
MOST_SCENES = 8
"""Maximum number of earlier entries shown one by one; a page further behind skips them."""

MOST_TOLD = 3
"""Maximum number of events described if none has a picture."""

IDLE = "No effect this time."
"""The text of an event card that is discarded without effect."""

Ways = frozenset[tuple[str, str]]
"""The (source, target) pairs of attacks."""

_BATTLE_CARDS, _EVENT_CARDS = frozenset(BattleCard), frozenset(EventCard)


def stage_part(scene: Scene) -> Part:
    """Return the moments of the newest entry, in the order they happened."""
    return Part("table/scenes/_stage.html", {"moments": moments_of(scene) or _plain(scene)})


def scenes_part(scene: Scene, entries: Sequence[LogEntry]) -> Part:
    """Return what the page must show of entries before the newest, or that it is too far behind.

    A frame may lead over several entries, and its changes must not show before their dice.
    """
    told = [entry for entry in entries if any(type(event) in SHOWN for event in entry.events)]
    if len(told) > MOST_SCENES:
        return Part("table/scenes/_scenes.html", {"is_behind": True, "moments": []})
    moments = [moment for entry in told for moment in moments_of(replace(scene, newest=entry))]
    return Part("table/scenes/_scenes.html", {"is_behind": False, "moments": moments})


def moments_of(scene: Scene) -> list[dict[str, Any]]:
    """Return the moments of the newest entry that have a picture or a sentence."""
    events = scene.newest.events if scene.newest else ()
    if any(map(_attack_of, events)):
        # The dice already name the attacker and the target.
        events = tuple(each for each in events if type(each) is not AttackDeclared)
    # An event card without effect says so in its own moment.
    events = tuple(each for each in events if not _is_told_by_card(scene, each))
    ways = frozenset(filter(None, map(_attack_of, events)))
    earlier = _earlier_battles(scene)
    moments = [
        moment
        for attack, together in groupby(events, _attack_of)
        for moment in (
            _attack(scene, [each for each in together if isinstance(each, BattleFought)], earlier)
            if attack
            else _others(scene, together, ways)
        )
    ]
    return moments[-MOST_MOMENTS:]


def _earlier_battles(scene: Scene) -> tuple[BattleFought, ...]:
    """Return the battles before the newest entry of the attack that goes on in it."""
    events = scene.newest.events if scene.newest else ()
    first = next(
        (event for event in events if isinstance(event, AttackDeclared | BattleFought)), None
    )
    # A scene of no stored game has no earlier entries.
    if scene.newest is None or not scene.game or not isinstance(first, BattleFought):
        return ()
    return earlier_battles(scene.game, scene.newest.number, first.target, scene.epoch)


def _plain(scene: Scene) -> list[dict[str, Any]]:
    """Describe the last public events of the newest entry, without commitments and salts."""
    if scene.newest is None:
        return []
    names, ruleset = _names(scene), scene.view.ruleset
    told = [
        {"kind": "small", "says": line.text}
        for line in lines(scene.newest, names, ruleset, scene.pact_endings, scene.view.headquarters)
        if not line.is_private and line.kind != HiddenChosen.name
    ]
    return told[-MOST_TOLD:]


def _names(scene: Scene) -> Sequence[str]:
    """Return the players' names as the viewer reads them: their own is “you”."""
    return names_for(scene.seat, scene.seating.names)


def _attack_of(event: Event) -> tuple[str, str] | None:
    return (event.source, event.target) if isinstance(event, BattleFought) else None


def _others(scene: Scene, events: Iterator[Event], ways: Ways) -> Iterator[dict[str, Any]]:
    """Render the events that are not battles; `ways` are the attacks shown alongside them."""
    for event in events:
        draw = MOMENTS.get(type(event))
        if draw is not None:
            yield _in_short(scene, event, ways) or draw(scene, event)


_CAPTURED = "{name} was captured."
_CAPTURED_HEADQUARTERS = "{name}, {owner} headquarters, was captured."
_MOVED_IN = "{armies} moved in."


def _in_short(scene: Scene, event: Event, ways: Ways) -> dict[str, Any] | None:
    """Describe briefly what an attack led to: its battles already name the players."""
    if isinstance(event, Captured) and event.territory in {target for _, target in ways}:
        name = scene.view.board.territories[event.territory].name
        camps = [seat for seat, camp in scene.view.headquarters.items() if camp == event.territory]
        told = _CAPTURED_HEADQUARTERS if camps else _CAPTURED
        owner = words_of(scene).whose(camps[0]) if camps else ""
        return {**_captured(scene, event), "says": told.format(name=name, owner=owner)}
    if isinstance(event, MovedIn) and (event.source, event.target) in ways:
        return {"kind": "small", "says": _MOVED_IN.format(armies=armies(event.armies))}
    return None


# Battles


def _attack(
    scene: Scene, battles: Sequence[BattleFought], earlier: Sequence[BattleFought]
) -> Iterator[dict[str, Any]]:
    """Render the battles of an entry; the totals include the `earlier` ones of the same attack."""
    first = battles[0]
    whole = [*(earlier if _goes_on(earlier, first) else ()), *battles]
    words = words_of(scene)
    territories = scene.view.board.territories
    yield {
        "kind": "attack",
        "sides": [
            {
                "name": capitalised(words.player(first.attacker)),
                "livery": _livery_name(scene.view, first.attacker),
                "at": first.source,
                "territory": territories[first.source].name,
                "armies": first.attackers_left + first.attack_losses,
                "left": battles[-1].attackers_left,
            },
            {
                "name": capitalised(words.player(first.defender)),
                "livery": _livery_name(scene.view, first.defender),
                "at": first.target,
                "territory": territories[first.target].name,
                "armies": first.defenders_left + first.defence_losses,
                "left": battles[-1].defenders_left,
            },
        ],
        "battles": [_battle(battle, scene.view.ruleset) for battle in battles],
        "rolls": len(whole),
        "attack_losses": sum(battle.attack_losses for battle in whole),
        "defence_losses": sum(battle.defence_losses for battle in whole),
    }


def _goes_on(earlier: Sequence[BattleFought], battle: BattleFought) -> bool:
    """Return whether a battle follows earlier ones in the same attack."""
    return bool(earlier) and _attack_of(earlier[-1]) == _attack_of(battle)


def _livery_name(view: View, seat: int | None) -> str:
    """Return the name of a player's livery; None is the neutral army."""
    return NEUTRAL if seat is None else livery(view, seat).removeprefix("livery-")


def _battle(event: BattleFought, ruleset: Ruleset) -> dict[str, Any]:
    return {
        "attack": {
            "dice": _dice(event.attack_dice, event.pairs, "attacker"),
            "added": _added(event.attack_modifiers, ruleset),
        },
        "defence": {
            "dice": _dice(event.defence_dice, event.pairs, "defender"),
            "added": _added(event.defence_modifiers, ruleset),
        },
        # Without modifiers the totals equal the highest dice.
        "totals": [event.attack_total, event.defence_total]
        if event.attack_modifiers or event.defence_modifiers
        else None,
        "losses": [event.attack_losses, event.defence_losses],
        "left": [event.attackers_left, event.defenders_left],
    }


def _dice(dice: Sequence[int], pairs: Sequence[str], side: str) -> list[list[Any]]:
    """Return a side's dice as [value, has_lost], highest first."""
    ordered = sorted(dice, reverse=True)
    lost = [place < len(pairs) and pairs[place] != side for place in range(len(ordered))]
    return [list(die) for die in zip(ordered, lost, strict=True)]


def _added(modifiers: Sequence[Modifier], ruleset: Ruleset) -> list[dict[str, str]]:
    """Return the modifiers of a side's highest die, with cause and rule."""
    return [
        {"value": signed(item.value), "cause": _cause(item.cause, ruleset), "rule": item.rule}
        for item in modifiers
    ]


def _cause(cause: str, ruleset: Ruleset) -> str:
    if cause in _BATTLE_CARDS:
        return ruleset.card_names[BattleCard(cause)]
    if cause in _EVENT_CARDS:
        return event_text(EventCard(cause)).title
    return cause.replace("_", " ")


# Cards, and events described in a sentence


def _event_card(scene: Scene, event: EventDrawn) -> dict[str, Any]:
    text = event_text(EventCard(event.card))
    words = words_of(scene)
    is_idle = _is_told_by_card(scene, EventIdle(event.seat, event.card))
    return {
        "kind": "event",
        "title": text.title,
        "text": IDLE if is_idle else event_line(scene.view, words, event),
        "rule": text.rule,
        "motif": text.motif,
        "says": capitalised(f"{words.player(event.seat)} drew an event card"),
    }


def _is_told_by_card(scene: Scene, event: Event) -> bool:
    """Return whether an event only reports that a card drawn in the same entry had no effect."""
    told = scene.newest.events if scene.newest else ()
    drawn = {(each.seat, each.card) for each in told if isinstance(each, EventDrawn)}
    return isinstance(event, EventIdle) and event in told and (event.seat, event.card) in drawn


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


def _told(scene: Scene, event: Event) -> dict[str, Any]:
    names, view = _names(scene), scene.view
    return {"kind": "small", "says": describe(event, names, view.ruleset, view.headquarters)}


def _loudly(scene: Scene, event: Event) -> dict[str, Any]:
    return {**_told(scene, event), "kind": "big"}


def _captured(scene: Scene, event: Captured) -> dict[str, Any]:
    """Describe a capture; `yours` is the sentence for the player who lost the territory."""
    name = scene.view.board.territories[event.territory].name
    captor = words_of(scene).player(event.seat)
    is_headquarters = event.territory in scene.view.headquarters.values()
    return {
        **_loudly(scene, event),
        "at": event.territory,
        "sound": "fall" if is_headquarters else "capture",
        "livery": _livery_name(scene.view, event.seat),
        "of": event.loser,
        "yours": f"You lost {name} to {captor}.",
    }


def _eliminated(scene: Scene, event: Eliminated) -> dict[str, Any]:
    captor = capitalised(words_of(scene).player(event.captor))
    return {
        **_loudly(scene, event),
        "at": event.territory,
        "sound": "fall",
        "of": event.player,
        "yours": f"{captor} knocked you out.",
    }


def _card_lost(scene: Scene, event: CardLost) -> dict[str, Any]:
    if event.card != BattleCard.FLEET:
        return _told(scene, event)
    name = scene.view.ruleset.card_names[BattleCard.FLEET]
    yours = f"You lost your {name}."
    return {**_loudly(scene, event), "sound": "fall", "of": event.seat, "yours": yours}


def _revealed(scene: Scene, event: HiddenRevealed) -> dict[str, Any]:
    """Describe revealed hidden armies; the salt that opens the commitment is in the log only."""
    where = scene.view.board.territories[event.territory].name
    who = capitalised(words_of(scene).player(event.seat))
    says = f"{who} revealed {event.armies} hidden armies in {where}."
    return {"kind": "big", "says": says, "at": event.territory}


def _territory_card(scene: Scene, event: TerritoryCardSeen) -> dict[str, Any]:
    """Show the drawn card; only the player who drew it receives this event."""
    return {"kind": "territory", **face_of(scene.view.board, event.territory_card)}


def _set(scene: Scene, event: SetTraded) -> dict[str, Any]:
    board = scene.view.board
    faces = [face_of(board, card) for card in event.set_cards]
    return {**_told(scene, event), "kind": "set", "cards": faces}


MOMENTS: dict[type[Event], Callable[[Scene, Any], dict[str, Any]]] = {
    EventDrawn: _event_card,
    AssassinRolled: _assassin,
    HiddenRevealed: _revealed,
    Eliminated: _eliminated,
    Captured: _captured,
    AttackDeclared: _told,
    PactBroken: _loudly,
    CardPlayed: _told,
    CardLost: _card_lost,
    CardReturned: _told,
    HandTaken: _told,
    AssassinUsed: _told,
    AssassinCountered: _told,
    Spied: _told,
    SpySent: _told,
    SpyCountered: _told,
    EventBlocked: _told,
    EventIdle: _told,
    ArmiesLost: _told,
    ArmiesGained: _told,
    ArmiesConverted: _told,
    ArmiesMoved: _told,
    HandShown: _told,
    MercenariesPlayed: _told,
    TruceForced: _told,
    SpoilsCounted: _told,
    MovedIn: _told,
    Occupied: _told,
    ReinforcementsCounted: _told,
    SetTraded: _set,
    TerritoryCardSeen: _territory_card,
    TerritoryCardsTaken: _told,
    TerritoryCardsTakenSeen: _told,
    Fortified: _told,
    HeadquartersShown: _loudly,
}
"""The function that renders each kind of event; kinds left out appear only in the log."""

SHOWN: frozenset[type[Event]] = frozenset(
    {
        *(BattleFought, Captured, Eliminated, EventDrawn, AssassinRolled),
        *(CardLost, HiddenRevealed, PactBroken, HeadquartersShown),
    }
)
"""The kinds of events with a scene; the page shows the others without one."""
