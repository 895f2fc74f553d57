"""Chapter 4: declaring an attack, going on with it, stopping it, capturing a territory.

How one battle runs its course (ATT-7) stands in `battle.py` and `windows.py`.
"""

from collections.abc import Iterator

from rules import marshalls
from rules.battle_cards import are_in_truce
from rules.cards import BattleCard
from rules.chance import Chance
from rules.errors import IllegalMove
from rules.events_attack import AttackDeclared, AttackEnded, MovedIn
from rules.events_cards import CardPlayed
from rules.hands import has_card, leave_hand, return_card
from rules.in_force import closures, fleet_crossings, why_closed
from rules.moves import Battle, DeclareAttack, EndAttacks, MoveIn, SailFleet, StopAttack
from rules.offers import Option
from rules.pacts import mark_broken_pacts
from rules.players import DecisionKind
from rules.state import State
from rules.telling import Tell
from rules.under_way import Attack, Step


def most_dice(state: State, armies: int, target: str) -> int:
    """Return the most dice so many armies that may fight can roll (ATT-2, ATT-3, FLT-3)."""
    limit = state.ruleset.attack_dice
    if state.stronghold_on(target) is not None:
        limit = state.ruleset.stronghold_dice
    return min(armies, limit)


def fighting(state: State, attack: Attack) -> int:
    """Return the armies that may still fight: those aboard, or all but one (FLT-3, ATT-2)."""
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
            if holdings[target].owner != seat and _may_attack(state, seat, source, target):
                place = {"source": (source,), "target": (target,)}
                dice = range(1, most_dice(state, holding.armies - 1, target) + 1)
                press = range(1, holding.armies)
                yield Option(
                    DeclareAttack, place | {"dice": dice, "press": (None,), "hero": heroes}
                )
                yield Option(
                    DeclareAttack, place | {"dice": (None,), "press": press, "hero": heroes}
                )


def _may_attack(state: State, seat: int, source: str, target: str) -> bool:
    owner = state.holdings[target].owner
    if state.truces and are_in_truce(state, seat, owner):
        return False
    return why_closed(state, source, target) is None


def hero_choices(state: State, seat: int) -> tuple[bool, ...]:
    """Return whether a Hero may be played with the next battle (HRO-1, HRO-2)."""
    if state.hero or not has_card(state, seat, BattleCard.HERO):
        return (False,)
    return (False, True)


def verify_attack(state: State, seat: int, move: DeclareAttack) -> None:
    """Refuse what ATT-1 to ATT-3 do not allow."""
    names = state.board.territories
    _verify_no_fleet_at_sea(state)
    source = state.holdings[move.source]
    if source.owner != seat:
        raise IllegalMove("ATT-1", f"You do not hold {names[move.source].name}.")
    _verify_target(state, seat, move.target)
    if not state.board.is_adjacent(move.source, move.target):
        raise IllegalMove(
            "ATT-1",
            f"{names[move.target].name} is not adjacent to {names[move.source].name}.",
        )
    if source.armies < 2:
        raise IllegalMove("ATT-1", f"{names[move.source].name} has 1 army, which must stay behind.")
    _verify_open(state, move.source, move.target)
    _verify_dice(state, move, source.armies - 1, move.target)
    if move.press is not None and not 1 <= move.press < source.armies:
        raise IllegalMove(
            "ATT-11",
            f"Press until {names[move.source].name} is down to a number of armies from 1 to "
            f"{source.armies - 1}.",
        )
    _verify_hero(state, seat, move.hero)


def _verify_no_fleet_at_sea(state: State) -> None:
    if state.attack is not None and state.attack.fleet:
        raise IllegalMove("FLT-3", "Your fleet’s attack goes on until one side is gone.")


def _verify_target(state: State, seat: int, target: str) -> None:
    owner = state.holdings[target].owner
    name = state.board.territories[target].name
    if owner == seat:
        raise IllegalMove("ATT-1", f"You hold {name} yourself.")
    if are_in_truce(state, seat, owner):
        raise IllegalMove("AMB-2", f"A forced truce protects {name} from you.")


def _verify_open(state: State, source: str, target: str) -> None:
    reason = why_closed(state, source, target)
    if reason:
        raise IllegalMove(*reason)


def _verify_dice(
    state: State, move: DeclareAttack | SailFleet | Battle, armies: int, target: str
) -> None:
    if (move.dice is None) == (move.press is None):
        raise IllegalMove("ATT-11", "Name either the dice of one battle, or how far to press.")
    most = most_dice(state, armies, target)
    if move.dice is not None and not 1 <= move.dice <= most:
        rule = "ATT-2"
        if state.stronghold_on(target) is not None and move.dice <= armies:
            rule = "ATT-3"
        raise IllegalMove(
            rule, f"You may roll 1 to {most} dice here." if most > 1 else "You may roll 1 die here."
        )


def _verify_hero(state: State, seat: int, hero: bool) -> None:
    if hero and state.hero:
        raise IllegalMove("HRO-2", "Your Hero is in play already; one at a time.")
    if hero and not has_card(state, seat, BattleCard.HERO):
        raise IllegalMove("HRO-1", "You hold no Hero.")


def declare_attack(
    state: State, seat: int, move: DeclareAttack, chance: Chance, tell: Tell
) -> None:
    """Begin an attack by land; one still open ends (ATT-6)."""
    end_attack(state, "stopped", tell)
    attack = _new_attack(state, seat, move, aboard=0)
    tell(AttackDeclared(seat, attack.defender, move.source, move.target))
    _begin(state, attack, move.hero, tell)


def _new_attack(state: State, seat: int, move: DeclareAttack | SailFleet, aboard: int) -> Attack:
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
        dice=move.dice or most_dice(state, fighting_armies, move.target),
        press=move.press,
    )


def _begin(state: State, attack: Attack, hero: bool, tell: Tell) -> None:
    mark_broken_pacts(state, attack, tell)
    state.attack = attack
    state.attacked = True
    if state.fortified:
        marshalls.stand_in(state, attack)
    if hero:
        _play_hero(state, attack, tell)


def _play_hero(state: State, attack: Attack, tell: Tell) -> None:
    leave_hand(state, attack.attacker, BattleCard.HERO, tell)
    state.hero = True
    attack.hero_fought = False
    attack.changes += 1
    tell(CardPlayed(attack.attacker, BattleCard.HERO.value, "HRO-1"))


# By fleet (FLT-1 to 6)


def fleet_options(state: State, seat: int) -> Iterator[Option]:
    """Offer every voyage that strikes another player's territory (FLT-1, FLT-2)."""
    if state.attack is not None and state.attack.fleet:
        return
    if not has_card(state, seat, BattleCard.FLEET):
        return
    heroes = hero_choices(state, seat)
    for source, holding in state.holdings.items():
        if holding.owner != seat or holding.armies < 2:
            continue
        for target in _voyages(state, seat, source):
            if state.holdings[target].owner != seat and _may_attack(state, seat, source, target):
                yield from _voyage_options(state, source, target, holding.armies, heroes)


def _voyages(state: State, seat: int, source: str) -> dict[str, tuple[str, ...]]:
    return state.board.voyages(source, fleet_crossings(state, seat), closures(state).zones)


def _voyage_options(
    state: State, source: str, target: str, armies: int, heroes: tuple[bool, ...]
) -> Iterator[Option]:
    place = {"source": (source,), "target": (target,)}
    most = most_dice(state, armies - 1, target)
    for aboard in range(1, most):
        dice = {"dice": range(1, aboard + 1), "press": (None,), "hero": heroes}
        yield Option(SailFleet, place | {"armies": (aboard,)} | dice)
    full = {"dice": range(1, most + 1), "press": (None,), "hero": heroes}
    yield Option(SailFleet, place | {"armies": range(most, armies)} | full)
    pressed = {"dice": (None,), "press": (0,), "hero": heroes}
    yield Option(SailFleet, place | {"armies": range(1, armies)} | pressed)


def verify_fleet(state: State, seat: int, move: SailFleet) -> None:
    """Refuse what FLT-1, FLT-2 and FLT-6 do not allow."""
    _verify_no_fleet_at_sea(state)
    if not has_card(state, seat, BattleCard.FLEET):
        raise IllegalMove("FLT-1", "You hold no Fleet.")
    names = state.board.territories
    source = state.holdings[move.source]
    if source.owner != seat:
        raise IllegalMove("FLT-1", f"You do not hold {names[move.source].name}.")
    for name in (move.source, move.target):
        if not names[name].seas:
            raise IllegalMove("FLT-1", f"{names[name].name} borders no sea zone.")
    if source.armies < 2 or not 1 <= move.armies < source.armies:
        raise IllegalMove(
            "FLT-1", f"{source.armies - 1} may board in {names[move.source].name}; 1 stays behind."
        )
    _verify_target(state, seat, move.target)
    _verify_open(state, move.source, move.target)
    _verify_in_reach(state, seat, move)
    _verify_dice(state, move, move.armies, move.target)
    if move.press:
        raise IllegalMove("FLT-3", "A fleet cannot stop: it is pressed to the end.")
    _verify_hero(state, seat, move.hero)


def _verify_in_reach(state: State, seat: int, move: SailFleet) -> None:
    if move.target in _voyages(state, seat, move.source):
        return
    name = state.board.territories[move.target].name
    crossings = fleet_crossings(state, seat)
    if not crossings:
        source = state.board.territories[move.source].name
        raise IllegalMove("CAS-6", f"No one sea touches both {source} and {name}.")
    if move.target in state.board.voyages(move.source, crossings):
        raise IllegalMove("FLT-6", f"Storms close every way to {name}.")
    raise IllegalMove("FLT-2", f"{name} is more than {crossings} sea zones’ crossings away.")


def sail_fleet(state: State, seat: int, move: SailFleet, chance: Chance, tell: Tell) -> None:
    """Board, sail by any open route, and begin the attack (FLT-1, FLT-2)."""
    end_attack(state, "stopped", tell)
    route = _voyages(state, seat, move.source)[move.target]
    attack = _new_attack(state, seat, move, aboard=move.armies)
    leave_hand(state, seat, BattleCard.FLEET, tell)
    state.holdings[move.source].armies -= move.armies
    tell(CardPlayed(seat, BattleCard.FLEET.value, "FLT-1"))
    tell(AttackDeclared(seat, attack.defender, move.source, move.target, route, move.armies))
    _begin(state, attack, move.hero, tell)


# Going on, stopping (ATT-6)


def battle_options(state: State, seat: int) -> Iterator[Option]:
    """Offer to go on with the open attack, and to stop it if it is by land (ATT-6)."""
    attack = state.attack
    if attack is None:
        return
    heroes = hero_choices(state, seat)
    dice = range(1, most_dice(state, fighting(state, attack), attack.target) + 1)
    yield Option(Battle, {"dice": dice, "press": (None,), "hero": heroes})
    press = (0,) if attack.fleet else range(1, state.holdings[attack.source].armies)
    yield Option(Battle, {"dice": (None,), "press": press, "hero": heroes})
    if not attack.fleet:
        yield Option(StopAttack, {})


def verify_battle(state: State, seat: int, move: Battle) -> None:
    """Refuse to go on where no attack is open, and dice one has not (ATT-2, ATT-6)."""
    attack = state.attack
    if attack is None:
        raise IllegalMove("ATT-6", "No attack is open; declare one first.")
    _verify_dice(state, move, fighting(state, attack), attack.target)
    if move.press is not None:
        least, armies = (0, 1) if attack.fleet else (1, state.holdings[attack.source].armies)
        if not least <= move.press < armies:
            raise IllegalMove(
                "ATT-11", f"Press on down to a number of armies from {least} to {armies - 1}."
            )
    _verify_hero(state, seat, move.hero)


def go_on(state: State, seat: int, move: Battle, chance: Chance, tell: Tell) -> None:
    """Begin the next battle of the open attack."""
    attack = state.attack
    attack.dice = move.dice or most_dice(state, fighting(state, attack), attack.target)
    attack.press = move.press
    attack.step = Step.DEFENDER
    if move.hero:
        _play_hero(state, attack, tell)


def verify_stop(state: State, seat: int, move: StopAttack) -> None:
    """Refuse to stop a fleet, or where no attack is open (ATT-6, FLT-3)."""
    if state.attack is None:
        raise IllegalMove("ATT-6", "No attack is open.")
    _verify_no_fleet_at_sea(state)


def stop_attack(state: State, seat: int, move: StopAttack, chance: Chance, tell: Tell) -> None:
    """Stop the open attack."""
    end_attack(state, "stopped", tell)


def verify_end_attacks(state: State, seat: int, move: EndAttacks) -> None:
    """Refuse to go on to the event card while a fleet fights (FLT-3)."""
    _verify_no_fleet_at_sea(state)


def end_attack(state: State, reason: str, tell: Tell) -> None:
    """End the open attack, if any; a Fortification in play goes back to the hand (ATT-8)."""
    attack = state.attack
    if attack is None:
        return
    state.attack = None
    tell(AttackEnded(attack.attacker, attack.source, attack.target, reason))
    if attack.fortification and state.ruleset.fortification_lasts_turn:
        marshalls.stand_on(state, attack)
    elif attack.fortification:
        return_card(state, attack.defender, BattleCard.FORTIFICATION, "FOR-2", tell)


# Moving in (ATT-9)


def ask_landing(state: State, chance: Chance, tell: Tell) -> None:
    """Ask how many armies move in, where there is a choice (ATT-9)."""
    landing = state.landing
    most = state.holdings[landing.source].armies - 1
    if landing.least >= most:
        _move_in(state, most, tell)
    else:
        state.ask(landing.seat, DecisionKind.MOVE_IN)


def _move_in(state: State, armies: int, tell: Tell) -> None:
    landing = state.landing
    state.holdings[landing.source].armies -= armies
    state.holdings[landing.target].armies += armies
    state.landing = None
    tell(MovedIn(landing.seat, landing.source, landing.target, armies))


def move_in_options(state: State, seat: int) -> Iterator[Option]:
    """Offer every number from the dice rolled to all but one (ATT-9)."""
    landing = state.landing
    armies = state.holdings[landing.source].armies
    yield Option(MoveIn, {"armies": range(landing.least, armies)})


def verify_move_in(state: State, seat: int, move: MoveIn) -> None:
    """Refuse fewer armies than dice rolled, and to leave none behind (ATT-9)."""
    landing = state.landing
    most = state.holdings[landing.source].armies - 1
    if not landing.least <= move.armies <= most:
        raise IllegalMove("ATT-9", f"Move in {landing.least} to {most} armies.")


def move_in(state: State, seat: int, move: MoveIn, chance: Chance, tell: Tell) -> None:
    """Move armies into the captured territory."""
    _move_in(state, move.armies, tell)
