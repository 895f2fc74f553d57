"""The adviser: a general that advises people, and sends armies to the border.

A general gathers its spoils on its stronghold until it storms another. People who do so have
nothing to attack with, so the adviser puts no more armies there than the danger requires.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from rules.bots.campaign import if_allowed
from rules.bots.evaluation import CaptainEvaluation
from rules.bots.general import General
from rules.bots.general.plans import guard
from rules.bots.general.war import hire
from rules.bots.general.warfare import Front
from rules.bots.reasons import Chosen, Reason, ReasonKind
from rules.bots.reasons.aims import aim_of
from rules.cards import BattleCard
from rules.moves import EndAttacks, Move, Place, PlayAmbassador, PlayMercenaries
from rules.view import View
from rules.view.without_cards import WithoutCards

OF_A_TURN = frozenset({"spoils", "mercenaries", "muster_troops"})
"""The purposes for which armies may be placed anywhere during a turn."""
LIKELY = 0.7
"""An attack with this chance of success needs no more armies."""
RELIEF = 0.1
"""An Ambassador is played if it lowers the danger to the stronghold by more than this."""


@dataclass(frozen=True, slots=True)
class Opening:
    """An attack that is possible with extra armies; `score` is its value in armies."""

    score: float
    chance: float
    source: str
    target: str


class Adviser:
    """Answers the open decision for a person, with the reason."""

    def __init__(self, chance: random.Random) -> None:
        self._general = General(chance)

    def choose(self, view: View) -> Move:
        """Return a legal answer to the open decision."""
        return self.decide(view).move

    def decide(self, view: View) -> Chosen:
        """Return the answer to the open decision, and its reason."""
        chosen = self._general.decide(view)
        if isinstance(chosen.move, PlayAmbassador) and not _is_danger(view, chosen.move.opponent):
            view = WithoutCards(view, BattleCard.AMBASSADOR)
            chosen = self._general.decide(view)
        if isinstance(chosen.move, PlayMercenaries) and not _is_for_storm(chosen):
            chosen = self._general.decide(WithoutCards(view, BattleCard.MERCENARIES))
        if isinstance(chosen.move, EndAttacks):
            return _hiring(view) or chosen
        is_place = isinstance(chosen.move, Place) and view.ruleset.strongholds and view.round
        if is_place and view.open_placing.purpose in OF_A_TURN:
            return _placement(view, chosen)
        return chosen


def _is_danger(view: View, opponent: int) -> bool:
    """Return whether a truce with an opponent makes the stronghold noticeably safer."""
    front = Front(view)
    armies = front.armies[front.stronghold]
    return front.dangers.of(armies) - front.dangers.of(armies, opponent) > RELIEF


def _hiring(view: View) -> Chosen | None:
    """Play all Mercenaries in hand if they make an attack likely to succeed and none is yet."""
    number = view.hand.count(BattleCard.MERCENARIES)
    hired = if_allowed(view, PlayMercenaries(number)) if number else None
    if hired is None:
        return None
    front = Front(view)
    now = best_opening(front, front.mine, 0)
    opening = best_opening(front, front.mine, hire(view, number))
    if opening is None or opening.chance < LIKELY or (now is not None and now.chance >= LIKELY):
        return None
    return Chosen(hired, reason_of(view, opening))


def _placement(view: View, chosen: Chosen) -> Chosen:
    """Guard the stronghold as required, then strengthen a storm or the best border."""
    front, placing = Front(view), view.open_placing
    own, left = front.stronghold, placing.left
    if _is_storm(chosen, own):
        return chosen
    missing = min(left, front.garrison - front.armies[own])
    # Mercenaries need not guard the stronghold: the spoils, placed after the attacks, still can.
    is_early = placing.purpose == "mercenaries"
    if missing > 0 and not is_early and own in placing.territories:
        if missing == left and not can_attack(front):
            spared = _least_opening(front, placing.territories, (left + 1) // 2)
            if spared is not None:
                return spared
        return Chosen(Place(own, missing), guard(own, front.garrison))
    opening = best_opening(front, placing.territories, left)
    if opening is None:
        return chosen
    return Chosen(Place(opening.source, left), reason_of(view, opening))


def _is_for_storm(chosen: Chosen) -> bool:
    return chosen.reason is not None and chosen.reason.kind is ReasonKind.STORM


def _is_storm(chosen: Chosen, own: str) -> bool:
    """Return whether a placement is for a storm; a storm from `own` must be likely to succeed."""
    move, reason = chosen.move, chosen.reason
    if not isinstance(move, Place) or reason is None or not _is_for_storm(chosen):
        return False
    return move.territory != own or (reason.chance or 0.0) >= LIKELY


def can_attack(front: Front) -> bool:
    """Return whether any of the seat's territories can attack a neighbour."""
    return any(front.armies[name] > 1 and any(front.targets(name)) for name in front.mine)


def best_opening(front: Front, sources: Iterable[str], more: int) -> Opening | None:
    """Return the best attack from one of `sources` with `more` extra armies, or None."""
    places = tuple(sources)
    # Without a target now, ignore truces and events: they may end before the next turn.
    found = list(_openings(front, places, more, front.targets))
    found = found or list(_openings(front, places, more, lambda name: _enemies(front, name)))
    likely = [opening for opening in found if opening.chance >= LIKELY]
    if likely:
        return max(likely, key=lambda opening: opening.score)
    return max(found, key=lambda opening: opening.chance, default=None)


def _enemies(front: Front, source: str) -> Iterator[str]:
    """Yield the neighbouring territories of players who have no pact with the seat."""
    for near in front.territories[source].neighbours:
        if front.owner[near] not in (None, front.seat, *front.partners):
            yield near


def _openings(
    front: Front,
    sources: Iterable[str],
    more: int,
    targets: Callable[[str], Iterable[str]],
) -> Iterator[Opening]:
    evaluation = CaptainEvaluation(front)
    for source in sources:
        force = front.armies[source] + more - front.keep(source)
        for target in targets(source):
            # Strongholds are left to the general's storms, which count all armies around them.
            if force < 1 or target in front.strongholds:
                continue
            chance, lost, killed = evaluation.forecast(force, target)
            balance = evaluation.rivalry(front.owner[target]) * killed - lost
            score = chance * evaluation.worth(target) + evaluation.price * balance
            yield Opening(score, chance, source, target)


def _least_opening(front: Front, sources: Iterable[str], most: int) -> Chosen | None:
    """Place the fewest armies that make an attack likely to succeed, at most `most` armies."""
    opening, more = None, 0
    while more < most and (opening is None or opening.chance < LIKELY):
        more += 1
        opening = best_opening(front, sources, more)
    if opening is None:
        return None
    return Chosen(Place(opening.source, more), reason_of(front.view, opening))


def reason_of(view: View, opening: Opening) -> Reason:
    """Return the aim of an attack, with its chance."""
    return replace(aim_of(view, {opening.target}), chance=opening.chance)
