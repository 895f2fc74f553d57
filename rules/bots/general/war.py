"""The general's turn in a game with strongholds."""

from dataclasses import replace

from rules.bots import placing as captains
from rules.bots.campaign import if_allowed
from rules.bots.command import carry_out
from rules.bots.general.characters import Character
from rules.bots.general.plans import goes_astray, guard, hold_back, reason_of_storm, stay
from rules.bots.general.sieges import opening, siege
from rules.bots.general.sieges.passivity import are_all_passive
from rules.bots.general.storms import Storm
from rules.bots.general.warfare import Front, NextFront, Warfare
from rules.bots.reasons import Chosen, Reason, ReasonKind
from rules.bots.reasons.aims import aim_of
from rules.bots.weights import WarWeights
from rules.cards import BattleCard
from rules.moves import (
    Battle,
    DeclareAttack,
    EndAttacks,
    Move,
    MoveIn,
    Place,
    PlayMercenaries,
    Reveal,
    SailFleet,
)
from rules.state.under_way import PlacingPurpose
from rules.view import View

OF_A_TURN = frozenset(
    (PlacingPurpose.SPOILS, PlacingPurpose.MERCENARIES, PlacingPurpose.MUSTER_TROOPS)
)
"""The purposes for which armies may be placed anywhere during a turn."""
MOST_KEPT = 3
"""At most this many Mercenaries are kept in hand for a storm."""
LEAST_LAND = 0.15
"""Spoils are placed for an attack on land only if it gains more than this, in armies."""


def claim(view: View, character: Character, weights: WarWeights) -> Chosen | None:
    """Break the empires of many opponents in set-up; None leaves the claim to the captain."""
    move = opening.claim(view)
    return Chosen(move) if move is not None else None


def hide(view: View, character: Character, weights: WarWeights) -> Chosen | None:
    """Hide armies for a siege; None leaves it to the captain."""
    move = opening.hide(view, weights) if are_all_passive(view) else None
    return Chosen(move) if move is not None else None


def command(view: View, character: Character, weights: WarWeights) -> Chosen:
    """Return the next move of the turn: Mercenaries for a storm, other cards, or an attack."""
    attack = view.attack
    if attack is not None and attack.fleet:
        return Chosen(Battle(press=0, hero=BattleCard.HERO in view.hand and not view.hero))
    if are_all_passive(view):
        return Chosen(siege.command(view, weights))
    warfare = Warfare(view, character, weights)
    held = view.hand.count(BattleCard.MERCENARIES)
    if held and not view.has_attacked and _hires(warfare, held):
        return Chosen(PlayMercenaries(held), _reason_to_hire(warfare, held))
    storm = warfare.best_storm
    if storm is not None and storm.source in view.hidden:
        reveal = if_allowed(view, Reveal(storm.source))
        if reveal is not None:
            return Chosen(reveal, reason_of_storm(warfare, storm))
    move = carry_out(warfare)
    return Chosen(move, _reason_of(warfare, move))


def _reason_of(warfare: Warfare, move: Move) -> Reason | None:
    """Return the reason for an attack, or for ending the attacks; None for a card."""
    storm = warfare.best_storm
    if isinstance(move, EndAttacks):
        return stay(warfare.prospects.now())
    is_attack = isinstance(move, DeclareAttack | SailFleet | Battle)
    return reason_of_storm(warfare, storm) if storm is not None and is_attack else None


def hire(view: View, number: int) -> int:
    """Return the armies that a number of Mercenaries would be worth now (MRC-1)."""
    return sum(view.ruleset.track[view.track : view.track + number])


def _hires(warfare: Warfare, held: int) -> bool:
    """Return whether to play Mercenaries: for a storm or the garrison, or if too many are held."""
    position, storm = warfare.position, warfare.storms.best
    if storm is not None and storm.chance >= warfare.front.weights.sure:
        return False
    if held > MOST_KEPT or position.armies[position.stronghold] < position.garrison:
        return True
    return _best_with(warfare, hire(warfare.view, held)) is not None


def _reason_to_hire(warfare: Warfare, held: int) -> Reason | None:
    """Return the reason to play Mercenaries: a storm or the garrison; None if it is neither."""
    position, more = warfare.position, hire(warfare.view, held)
    storm = _best_with(warfare, more)
    if storm is not None:
        return reason_of_storm(warfare, storm, more)
    if position.armies[position.stronghold] < position.garrison:
        return guard(position.seat, position.stronghold, position.garrison)
    return None


def _best_with(warfare: Warfare, more: int) -> Storm | None:
    """Return the best storm with `more` extra armies at its source; None if staying is better."""
    return warfare.storms.best_of(warfare.storms.possible(more), more)


def place(view: View, character: Character, weights: WarWeights) -> Chosen | None:
    """Guard the stronghold, then place armies for a storm; None leaves it to the captain."""
    placing = view.open_placing
    if placing.purpose is PlacingPurpose.DEPLOY:
        return _deploy(view, character, weights)
    if view.round < 1 or placing.purpose not in OF_A_TURN:
        return None
    if are_all_passive(view):
        move = siege.place(view, weights)
        return Chosen(move) if move is not None else None
    front = NextFront if placing.purpose is PlacingPurpose.SPOILS else Front
    warfare = Warfare(view, character, weights, front)
    if placing.purpose is PlacingPurpose.MERCENARIES:
        storm = _best_with(warfare, placing.left)
        if storm is None:
            return None
        reason = reason_of_storm(warfare, storm, placing.left)
        return Chosen(Place(storm.source, placing.left), reason)
    position, own = warfare.position, warfare.position.stronghold
    missing = position.garrison - position.armies[own]
    if missing > 0 and own in placing.territories:
        return Chosen(
            Place(own, min(missing, placing.left)), guard(position.seat, own, position.garrison)
        )
    more = placing.left + hire(view, view.hand.count(BattleCard.MERCENARIES))
    storms = [
        storm for storm in warfare.storms.possible(more) if storm.source in placing.territories
    ]
    best = max(storms, key=lambda storm: storm.score, default=None)
    if best is None or best.chance < weights.hopeful:
        return _for_land(warfare)
    return Chosen(Place(best.source, placing.left), _reason_to_gather(warfare, best, more))


def _for_land(warfare: Warfare) -> Chosen | None:
    """Place armies for the best attack on land; at home if none gains enough."""
    position, placing = warfare.front, warfare.view.open_placing
    left, own = placing.left, position.stronghold
    gains = {
        name: warfare.outlook(name, position.force(name) + left) for name in placing.territories
    }
    best = max(gains, key=lambda name: gains[name])
    # For two, the first storms decide. Later duels would last much longer with all spoils at home.
    is_for_two = len(warfare.view.players) == 2
    if not is_for_two and gains[best] > LEAST_LAND + warfare.character.attack:
        return Chosen(Place(best, left))
    return Chosen(Place(own, left), Reason(ReasonKind.RESERVE, own)) if own in gains else None


def _reason_to_gather(warfare: Warfare, storm: Storm, more: int) -> Reason:
    """Return the reason to place armies for a storm, or to gather them until it is worthwhile."""
    reason = reason_of_storm(warfare, storm, more)
    if warfare.storms.best_of((storm,), more) is not None:
        return reason
    return Reason(ReasonKind.GATHER, storm.stronghold, storm.source, seat=reason.seat)


def dragon(view: View, character: Character, weights: WarWeights) -> Chosen | None:
    """Send the Dragon to a siege; None leaves it to the captain."""
    move = siege.dragon(view, weights) if are_all_passive(view) else None
    return Chosen(move) if move is not None else None


def _deploy(view: View, character: Character, weights: WarWeights) -> Chosen | None:
    """Guard the stronghold in set-up; None leaves the remaining armies to the captain."""
    position, placing = Front(view, character, weights), view.open_placing
    missing = position.garrison - position.armies[position.stronghold]
    if are_all_passive(view):
        move = siege.place(view, weights)
        if move is not None:
            return Chosen(move)
    if missing <= 0:
        return None
    move = Place(position.stronghold, min(missing, placing.left))
    return Chosen(move, guard(position.seat, position.stronghold, position.garrison))


def move_in(view: View, character: Character, weights: WarWeights) -> Chosen:
    """Move in armies for a storm from the captured territory; without one, decide as a captain."""
    if are_all_passive(view):
        return Chosen(siege.move_in(view, weights))
    warfare, landing = Warfare(view, character, weights), view.open_landing
    position = warfare.front
    most = position.armies[landing.source] - 1

    def able(kept: int) -> int:
        return max(landing.least, min(most, most + 1 - kept))

    keeps = {seat: warfare.storms.kept_for(landing.source, seat) for seat in position.players}
    amounts = {able(kept) for kept in keeps.values()}
    if landing.source == position.own:
        amounts |= {landing.least, able(position.garrison)}
    best, armies = None, 0
    for amount in sorted(amounts):
        moved = {landing.target: amount, landing.source: -amount}
        storm = warfare.storms_with(moved).best
        if storm is None or storm.source != landing.target or storm.source == position.own:
            continue
        if amount > able(keeps[position.strongholds[storm.stronghold]]):
            continue
        if best is None or storm.value > best.value:
            best, armies = storm, amount
    if best is None:
        chosen = _leave_garrison(position, landing.source, landing.least)
        return _for_next_attack(Warfare(view, character, weights), chosen)
    return Chosen(MoveIn(armies), reason_of_storm(warfare, best))


def _for_next_attack(warfare: Warfare, chosen: Chosen) -> Chosen:
    """Give the move-in the aim of the next attack, if that starts from the captured territory."""
    view, front, move = warfare.view, warfare.front, chosen.move
    if chosen.reason is not None or not isinstance(move, MoveIn):
        return chosen
    source, target = view.open_landing.source, view.open_landing.target
    front.armies[source] -= move.armies
    front.armies[target] += move.armies
    attack = warfare.best_attack
    if attack is None or attack.source != target:
        return chosen
    if warfare.best_storm is not None:
        return replace(chosen, reason=reason_of_storm(warfare, warfare.best_storm))
    chance = warfare.evaluation.forecast(attack.force, attack.target)[0]
    aim = aim_of(view, {attack.target})
    return replace(chosen, reason=replace(aim, source=target, chance=chance))


def _leave_garrison(position: Front, source: str, least: int) -> Chosen:
    """Move in what the stronghold can spare; from any other source, as many as a captain would."""
    if source != position.own:
        if goes_astray(position, source, position.view.open_landing.target):
            return Chosen(MoveIn(least))
        return Chosen(captains.move_in(position.view))
    spare = position.armies[source] - position.garrison
    move = MoveIn(max(least, min(position.armies[source] - 1, spare)))
    is_all = move.armies == position.armies[source] - 1
    return Chosen(move, None if is_all else hold_back(position.seat, source, position.garrison))


def march(view: View, character: Character, weights: WarWeights) -> Chosen:
    """March by night towards the front; the garrison stays in the stronghold."""
    return Chosen(captains.march(view, Front(view, character, weights)))
