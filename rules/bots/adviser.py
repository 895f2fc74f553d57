"""The adviser: a general that advises people and spreads its armies along the whole border.

A general gathers its spoils on its own stronghold until it storms an enemy one. A person who did so
would have nothing to attack with, so the adviser puts no more armies there than the danger
requires. After a capture, a general may leave a single army on the border it came from; the adviser
divides the armies between the two territories.
"""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rules.bots.borders import divided
from rules.bots.campaign import PossibleAttack, if_allowed
from rules.bots.evaluation import CaptainEvaluation
from rules.bots.general import General
from rules.bots.general.plans import guard
from rules.bots.general.sieges.passivity import are_all_passive
from rules.bots.general.war import OF_A_TURN, hire
from rules.bots.general.warfare import Front, NextFront, Warfare
from rules.bots.position import Position
from rules.bots.reasons import Chosen, Reason, ReasonKind
from rules.bots.reasons.aims import aim_of
from rules.bots.reasons.moves import explained
from rules.cards import BattleCard
from rules.moves import (
    Battle,
    DeclareAttack,
    Defend,
    EndAttacks,
    Move,
    MoveIn,
    Place,
    PlayAmbassador,
    PlayMercenaries,
    SailFleet,
)
from rules.state.under_way import PlacingPurpose
from rules.view import View
from rules.view.without_cards import WithoutCards

SAFE = 0.95
"""An attack with this chance of success needs no Hero."""
LIKELY = 0.7
"""An attack with this chance of success needs no more armies."""
CLEAR = 0.3
"""Armies are placed for an attack only if its gain exceeds the least gain by this many armies."""
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
        return _naming_hero(view, self._decide(view))

    def _decide(self, view: View) -> Chosen:
        chosen = self._general.decide(view)
        if isinstance(chosen.move, PlayAmbassador) and not _is_danger(view, chosen.move.opponent):
            view = WithoutCards(view, BattleCard.AMBASSADOR)
            chosen = self._general.decide(view)
        if isinstance(chosen.move, PlayMercenaries) and not _has_kind(chosen, ReasonKind.STORM):
            chosen = self._general.decide(WithoutCards(view, BattleCard.MERCENARIES))
        if isinstance(chosen.move, DeclareAttack | SailFleet | Battle) and chosen.move.hero:
            return _without_needless_hero(view, chosen, chosen.move)
        if isinstance(chosen.move, Defend):
            return _defending(view, chosen, chosen.move)
        if isinstance(chosen.move, EndAttacks):
            return _hiring(view) or chosen
        if isinstance(chosen.move, MoveIn) and _has_kind(chosen, ReasonKind.FRONT):
            return divided(view, chosen)
        is_place = isinstance(chosen.move, Place) and view.ruleset.strongholds and view.round
        if is_place and view.open_placing.purpose in OF_A_TURN:
            return _placement(view, chosen)
        return chosen


def _naming_hero(view: View, chosen: Chosen) -> Chosen:
    """Add the Hero in hand to the reason for a storm, as the chance of success assumes it."""
    reason = chosen.reason
    if reason is None or reason.kind is not ReasonKind.STORM:
        return chosen
    if view.hero or BattleCard.HERO not in view.hand:
        return chosen
    return replace(chosen, reason=replace(reason, card=BattleCard.HERO.value))


def _without_needless_hero(
    view: View, chosen: Chosen, move: DeclareAttack | SailFleet | Battle
) -> Chosen:
    """Return the answer without its Hero if the attack is nearly certain to succeed without it.

    A general plays the Hero for all attacks of its turn, and may lose it against a single army.
    """
    position, attack = Position(view), view.open_attack if isinstance(move, Battle) else move
    if attack.target in position.strongholds:
        return chosen
    if isinstance(move, Battle):
        aboard = view.open_attack.aboard
    else:
        aboard = move.armies if isinstance(move, SailFleet) else 0
    force = aboard or position.armies[attack.source] - 1
    if CaptainEvaluation(position).forecast(force, attack.target)[0] < SAFE:
        return chosen
    return replace(chosen, move=replace(move, hero=False))


def _defending(view: View, chosen: Chosen, move: Defend) -> Chosen:
    """Give the reason for not playing a Fortification in hand, if it is not played."""
    attack = view.open_attack
    is_kept = BattleCard.FORTIFICATION in view.hand and not attack.fortification
    if not is_kept or move.fortification or move.reveal:
        return chosen
    return replace(chosen, reason=Reason(ReasonKind.KEEP_FORTIFICATION, attack.target))


def _is_danger(view: View, opponent: int) -> bool:
    """Return whether a truce with an opponent makes the stronghold noticeably safer."""
    front = Front(view)
    armies = front.armies[front.stronghold]
    return front.dangers.of(armies) - front.dangers.of(armies, opponent) > RELIEF


def _hiring(view: View) -> Chosen | None:
    """Play all Mercenaries in hand if an attack is likely to succeed with them but none without."""
    number = view.hand.count(BattleCard.MERCENARIES)
    hired = if_allowed(view, PlayMercenaries(number)) if number else None
    if hired is None:
        return None
    warfare = Warfare(view)
    now = best_opening(warfare, warfare.position.mine, 0)
    opening = best_opening(warfare, warfare.position.mine, hire(view, number))
    if opening is None or now is not None:
        return None
    return Chosen(hired, reason_of(view, opening))


def _placement(view: View, chosen: Chosen) -> Chosen:
    """Guard the stronghold as required, then strengthen a storm or the best border.

    Spoils are placed for the next turn, so attacks are judged by the position at that time.
    """
    placing = view.open_placing
    warfare = Warfare(view, front=NextFront if placing.purpose is PlacingPurpose.SPOILS else Front)
    front, left = warfare.front, placing.left
    own = front.stronghold
    if _is_storm(chosen, own):
        return chosen
    missing = min(left, front.garrison - front.armies[own])
    # Mercenaries need not guard the stronghold: the spoils, placed after the attacks, still can.
    is_early = placing.purpose is PlacingPurpose.MERCENARIES
    if missing > 0 and not is_early and own in placing.territories:
        if missing == left and not can_attack(front):
            spared = _least_opening(warfare, placing.territories, (left + 1) // 2)
            if spared is not None:
                return spared
        return Chosen(Place(own, missing), guard(front.seat, own, front.garrison))
    if are_all_passive(view):
        return chosen
    opening = best_opening(warfare, placing.territories, left)
    if opening is not None:
        return Chosen(Place(opening.source, left), reason_of(view, opening))
    border = _best_border(warfare, placing.territories, left)
    return chosen if border is None else explained(view, Chosen(Place(border, left)))


def _has_kind(chosen: Chosen, kind: ReasonKind) -> bool:
    return chosen.reason is not None and chosen.reason.kind is kind


def _is_storm(chosen: Chosen, own: str) -> bool:
    """Return whether a placement is for a storm; a storm from `own` must be likely to succeed."""
    move, reason = chosen.move, chosen.reason
    if not isinstance(move, Place) or reason is None or not _has_kind(chosen, ReasonKind.STORM):
        return False
    return move.territory != own or (reason.chance or 0.0) >= LIKELY


def can_attack(front: Front) -> bool:
    """Return whether any of the seat's territories can attack a neighbour."""
    return any(front.armies[name] > 1 and any(front.targets(name)) for name in front.mine)


def best_opening(warfare: Warfare, sources: Iterable[str], more: int) -> Opening | None:
    """Return the best attack that `more` extra armies in one of `sources` make likely to succeed.

    Attacks that a general would not make are ignored.
    """
    likely = [
        Opening(warfare.preference(attack), chance, attack.source, attack.target)
        for attack, chance in _attacks(warfare, sources, more)
        if chance >= LIKELY and warfare.preference(attack) > warfare.least_gain + CLEAR
    ]
    return max(likely, key=lambda opening: opening.score, default=None)


def _best_border(warfare: Warfare, sources: Iterable[str], more: int) -> str | None:
    """Return the source from which an attack with `more` extra armies is most likely to succeed."""
    attacks = _attacks(warfare, sources, more)
    best = max(attacks, key=lambda found: found[1], default=None)
    return None if best is None else best[0].source


def _attacks(
    warfare: Warfare, sources: Iterable[str], more: int
) -> Iterator[tuple[PossibleAttack, float]]:
    """Yield (attack, chance) for the attacks with `more` extra armies in one of `sources`."""
    front = warfare.front
    for source in sources:
        force = front.armies[source] + more - front.keep(source)
        for attack in warfare.marches(source, force) if force > 0 else ():
            # Strongholds are left to the general's storms, which count all armies around them.
            if attack.target not in front.strongholds:
                chance = warfare.evaluation.forecast(force, attack.target)[0]
                yield _alone(warfare, attack, chance), chance


def _alone(warfare: Warfare, attack: PossibleAttack, chance: float) -> PossibleAttack:
    """Return an attack without the value of strongholds beyond its target."""
    worth = warfare.evaluation.worth(attack.target)
    score = attack.score - chance * (attack.worth - worth)
    return replace(attack, score=score, worth=worth)


def _least_opening(warfare: Warfare, sources: Iterable[str], most: int) -> Chosen | None:
    """Place the fewest armies that make an attack likely to succeed; None if `most` are too few."""
    places = tuple(sources)
    for more in range(1, most + 1):
        opening = best_opening(warfare, places, more)
        if opening is not None:
            return Chosen(Place(opening.source, more), reason_of(warfare.view, opening))
    return None


def reason_of(view: View, opening: Opening) -> Reason:
    """Return the aim of an attack, with its chance."""
    return replace(aim_of(view, {opening.target}), chance=opening.chance)
