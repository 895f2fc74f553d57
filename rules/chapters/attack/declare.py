"""Chapter 4: declaring, continuing and stopping an attack.

`battle`, `defence` and `windows` run each battle (ATT-7), `fleets` attacks by sea, and
`armies/move_in.py` moves armies into a captured territory.
"""

from collections.abc import Iterator

from rules.cards import BattleCard
from rules.chance import Chance
from rules.chapters.battle_cards import marshalls
from rules.chapters.battle_cards.hands import has_card, remove_from_hand, return_card
from rules.chapters.battle_cards.mercenaries_ambassadors import are_in_truce
from rules.chapters.diplomacy.pacts import mark_broken_pacts
from rules.chapters.event_cards.in_force import verify_open, why_closed
from rules.errors import IllegalMove
from rules.events.attack import AttackDeclared, AttackEnded
from rules.events.base import Emit
from rules.events.cards import CardPlayed
from rules.moves import Battle, DeclareAttack, EndAttacks, SailFleet, StopAttack
from rules.moves.options import Option
from rules.reasons import AttackEnd
from rules.state import State
from rules.state.under_way import Attack, BattleStep


def max_attack_dice(state: State, armies: int, target: str) -> int:
    """Return the most dice an attacker with `armies` free to fight can roll (ATT-2, ATT-3)."""
    rules = state.ruleset
    limit = rules.attack_dice
    if rules.strongholds and state.stronghold_on(target) is not None:
        limit = rules.stronghold_dice
    return armies if armies < limit else limit


def free_armies(state: State, attack: Attack) -> int:
    """Return how many armies may attack: all on the fleet; by land, all but one (FLT-3, ATT-2)."""
    return attack.aboard if attack.fleet else state.holdings[attack.source].armies - 1


# By land or dotted line (ATT-1)


def attack_options(state: State, seat: int) -> Iterator[Option]:
    """Offer every attack by land or dotted line, for one battle or pressed (ATT-1, ATT-11)."""
    if state.attack is not None and state.attack.fleet:
        return
    heroes = hero_choices(state, seat)
    board, holdings = state.board.territories, state.holdings
    for source, holding in holdings.items():
        if holding.owner != seat or holding.armies < 2:
            continue
        for target in board[source].neighbours:
            if holdings[target].owner != seat and may_attack(state, seat, source, target):
                place = {"source": (source,), "target": (target,)}
                dice = range(1, max_attack_dice(state, holding.armies - 1, target) + 1)
                press = range(1, holding.armies)
                yield Option(
                    DeclareAttack, place | {"dice": dice, "press": (None,), "hero": heroes}
                )
                yield Option(
                    DeclareAttack, place | {"dice": (None,), "press": press, "hero": heroes}
                )


def may_attack(state: State, seat: int, source: str, target: str) -> bool:
    """Return whether truces and events in force allow an attack (AMB-2)."""
    owner = state.holdings[target].owner
    if state.truces and are_in_truce(state, seat, owner):
        return False
    return why_closed(state, source, target) is None


def hero_choices(state: State, seat: int) -> tuple[bool, ...]:
    """Return the choices for playing a Hero with the next battle (HRO-1, HRO-2)."""
    if state.this_turn.hero or not has_card(state, seat, BattleCard.HERO):
        return (False,)
    return (False, True)


def verify_attack(state: State, seat: int, move: DeclareAttack) -> None:
    """Check an attack by land against ATT-1 to ATT-3, AMB-2, ATT-11 and events in force."""
    names = state.board.territories
    verify_no_fleet_at_sea(state)
    source = state.holdings[move.source]
    if source.owner != seat:
        raise IllegalMove("ATT-1", "You don’t hold {source}.", source=names[move.source].name)
    verify_target(state, seat, move.target)
    if not state.board.is_adjacent(move.source, move.target):
        raise IllegalMove(
            "ATT-1",
            "{target} is not adjacent to {source}.",
            target=names[move.target].name,
            source=names[move.source].name,
        )
    if source.armies < 2:
        raise IllegalMove(
            "ATT-1", "{source} has only 1 army, which must stay.", source=names[move.source].name
        )
    verify_open(state, move.source, move.target)
    verify_dice(state, move, source.armies - 1, move.target)
    if move.press is not None:
        _verify_press(state, move.source, move.press)
    if move.hero:
        verify_hero(state, seat)


def _verify_press(state: State, source: str, press: int) -> None:
    most = state.holdings[source].armies - 1
    if not 1 <= press <= most:
        raise IllegalMove(
            "ATT-11",
            "You can keep 1 to {most} armies in {source}."
            if most > 1
            else "You can only keep 1 army in {source}.",
            source=state.board.territories[source].name,
            most=most,
        )


def verify_no_fleet_at_sea(state: State) -> None:
    """Raise IllegalMove while a fleet attacks: it cannot break off (FLT-3)."""
    if state.attack is not None and state.attack.fleet:
        raise IllegalMove("FLT-3", "Your {fleet} fights until one side is gone.")


def verify_target(state: State, seat: int, target: str) -> None:
    """Raise IllegalMove for a territory of the attacker or of a truce partner (ATT-1, AMB-2)."""
    owner = state.holdings[target].owner
    name = state.board.territories[target].name
    if owner == seat:
        raise IllegalMove("ATT-1", "You already hold {name}.", name=name)
    if state.truces and are_in_truce(state, seat, owner):
        raise IllegalMove("AMB-2", "A truce stops you from attacking {name}.", name=name)


def verify_dice(
    state: State, move: DeclareAttack | SailFleet | Battle, armies: int, target: str
) -> None:
    """Check the number of dice, or the limit of a press (ATT-2, ATT-3, ATT-11)."""
    if (move.dice is None) == (move.press is None):
        raise IllegalMove("ATT-11", "Choose either a single roll or how long to keep attacking.")
    most = max_attack_dice(state, armies, target)
    if move.dice is not None and not 1 <= move.dice <= most:
        rule = "ATT-2"
        if state.stronghold_on(target) is not None and move.dice <= armies:
            rule = "ATT-3"
        raise IllegalMove(
            rule,
            "You can roll 1 to {most} dice here." if most > 1 else "You can roll 1 die here.",
            most=most,
        )


def verify_hero(state: State, seat: int) -> None:
    """Raise IllegalMove for a Hero already in play, or not in hand (HRO-1, HRO-2)."""
    if state.this_turn.hero:
        raise IllegalMove("HRO-2", "Your {Hero} is already in play: only one at a time.")
    if not has_card(state, seat, BattleCard.HERO):
        raise IllegalMove("HRO-1", "You have no {Hero}.")


def declare_attack(
    state: State, seat: int, move: DeclareAttack, chance: Chance, emit: Emit
) -> None:
    """Start an attack by land, ending any open one (ATT-6)."""
    end_attack(state, AttackEnd.STOPPED, emit)
    attack = new_attack(state, seat, move, aboard=0)
    emit(AttackDeclared(seat, attack.defender, move.source, move.target))
    start_attack(state, attack, move.hero, emit)


def new_attack(state: State, seat: int, move: DeclareAttack | SailFleet, aboard: int) -> Attack:
    """Return a newly declared attack; `aboard` is the number of armies on a fleet, 0 by land."""
    fighting_armies = aboard or state.holdings[move.source].armies - 1
    state.attacks += 1
    return Attack(
        number=state.attacks,
        attacker=seat,
        defender=state.holdings[move.target].owner,
        source=move.source,
        target=move.target,
        fleet=aboard > 0,
        aboard=aboard,
        dice=move.dice or max_attack_dice(state, fighting_armies, move.target),
        press=move.press,
    )


def start_attack(state: State, attack: Attack, hero: bool, emit: Emit) -> None:
    """Open an attack: mark broken pacts, use the defender's Marshall, play a Hero."""
    if state.pacts:
        mark_broken_pacts(state, attack, emit)
    state.attack = attack
    state.this_turn.attacked = True
    if state.this_turn.fortified:
        marshalls.bring_into_attack(state, attack)
    if hero:
        _play_hero(state, attack, emit)


def _play_hero(state: State, attack: Attack, emit: Emit) -> None:
    remove_from_hand(state, attack.attacker, BattleCard.HERO, emit)
    state.this_turn.hero = True
    attack.hero_fought = False
    attack.changes += 1
    emit(CardPlayed(attack.attacker, BattleCard.HERO.value, "HRO-1"))


# Continuing or stopping an attack (ATT-6)


def battle_options(state: State, seat: int) -> Iterator[Option]:
    """Offer another battle in the open attack and, by land, stopping it (ATT-6)."""
    attack = state.attack
    if attack is None:
        return
    heroes = hero_choices(state, seat)
    dice = range(1, max_attack_dice(state, free_armies(state, attack), attack.target) + 1)
    yield Option(Battle, {"dice": dice, "press": (None,), "hero": heroes})
    press = (0,) if attack.fleet else range(1, state.holdings[attack.source].armies)
    yield Option(Battle, {"dice": (None,), "press": press, "hero": heroes})
    if not attack.fleet:
        yield Option(StopAttack, {})


def verify_battle(state: State, seat: int, move: Battle) -> None:
    """Check that an attack is open, and that dice, press and Hero are allowed (ATT-2, ATT-6)."""
    attack = state.attack
    if attack is None:
        raise IllegalMove("ATT-6", "You have no attack in progress: start one first.")
    verify_dice(state, move, free_armies(state, attack), attack.target)
    if move.press is not None:
        _verify_press_on(state, attack, move.press)
    if move.hero:
        verify_hero(state, seat)


def _verify_press_on(state: State, attack: Attack, press: int) -> None:
    if not attack.fleet:
        _verify_press(state, attack.source, press)
    elif press:
        raise IllegalMove("ATT-11", "{A fleet} can’t stop: it fights to the end.")


def continue_attack(state: State, seat: int, move: Battle, chance: Chance, emit: Emit) -> None:
    """Start the next battle of the open attack."""
    attack = state.open_attack
    attack.dice = move.dice or max_attack_dice(state, free_armies(state, attack), attack.target)
    attack.press = move.press
    attack.step = BattleStep.DEFENDER
    if move.hero:
        _play_hero(state, attack, emit)


def verify_stop(state: State, seat: int, move: StopAttack) -> None:
    """Raise IllegalMove if no attack is open or a fleet attacks (ATT-6, FLT-3)."""
    if state.attack is None:
        raise IllegalMove("ATT-6", "There is no attack in progress.")
    verify_no_fleet_at_sea(state)


def stop_attack(state: State, seat: int, move: StopAttack, chance: Chance, emit: Emit) -> None:
    """Stop the open attack."""
    end_attack(state, AttackEnd.STOPPED, emit)


def verify_end_attacks(state: State, seat: int, move: EndAttacks) -> None:
    """Raise IllegalMove while a fleet attacks (FLT-3)."""
    verify_no_fleet_at_sea(state)


def end_attack(state: State, reason: AttackEnd, emit: Emit) -> None:
    """End any open attack. A Fortification returns to the hand, a Marshall stays (ATT-8, CAS-5)."""
    attack = state.attack
    if attack is None:
        return
    state.attack = None
    emit(AttackEnded(attack.attacker, attack.source, attack.target, reason))
    if attack.fortification and state.ruleset.fortification_lasts_turn:
        marshalls.keep_until_turn_ends(state, attack)
    elif attack.fortification:
        return_card(state, attack.defending_seat, BattleCard.FORTIFICATION, "FOR-2", emit)
