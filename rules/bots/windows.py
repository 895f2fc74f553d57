"""The captain's answers in the turns of others: defence, Assassins, events and trades."""

from rules.bots.evaluation import CaptainEvaluation
from rules.bots.position import Position
from rules.cards import BattleCard
from rules.moves import (
    AssassinateFortification,
    BlockEvent,
    BlockHero,
    Counter,
    Defend,
    Move,
    NameDice,
    Pass,
    RuinTrade,
    Scope,
)
from rules.moves.options import Option
from rules.view import View

REVEAL_RATIO = 0.7
"""The ratio of attackers to defenders above which hidden armies are revealed."""
BLOCKED_LOSS = 3
"""The minimum loss of armies for which a Fortification is played to block an event."""


def defend(view: View) -> Move:
    """Roll the most dice; play cards and reveal armies for strongholds and valuable territories."""
    offer = view.offer()
    defences = [option for option in offer if option.move is Defend]
    may_block = any(option.move is BlockHero for option in offer)
    fortifications = defences[0].values("fortification")
    least, most = defences[0].values("reveal")[0], defences[-1].values("reveal")[-1]
    if len(fortifications) == 1 and least == most and not may_block:
        scope = Scope.ATTACK if _may_answer_later(view) else Scope.TURN
        return Defend(max(defences[0].values("dice")), fortifications[0], most, scope)
    position = Position(view)
    if may_block and _blocks(position):
        return BlockHero()
    reveal = min(least + _reveals(position), most)
    (defence,) = (option for option in defences if reveal in option.values("reveal"))
    return Defend(
        max(defence.values("dice")),
        fortification=_fortifies(position) if len(fortifications) > 1 else fortifications[0],
        reveal=reveal,
        scope=Scope.ATTACK,
    )


def _may_answer_later(view: View) -> bool:
    """Return whether the captain has a card or hidden armies to play later in this turn."""
    hand = view.hand
    cards = BattleCard.FORTIFICATION in hand or BattleCard.ASSASSIN in hand
    return cards or bool(view.track and view.hidden)


def _blocks(position: Position) -> bool:
    """Return whether to block a Hero: at the captain's stronghold, or with a spare Assassin."""
    hand = position.view.hand
    if BattleCard.ASSASSIN not in hand:
        return False
    return position.view.open_attack.target == position.own or hand.count(BattleCard.ASSASSIN) > 1


def _is_precious(position: Position, name: str) -> bool:
    if name == position.own:
        return True
    region = position.region(name)
    beside = position.own in position.territories[name].neighbours
    return beside or region == position.home or position.is_whole(region, position.seat)


def _fortifies(position: Position) -> bool:
    """Return whether to fortify: the captain's stronghold always, other territories if valuable.

    For other territories, the captain must also have a spare card or a safe stronghold.
    """
    target = position.view.open_attack.target
    if target == position.own:
        return True
    spare = position.view.hand.count(BattleCard.FORTIFICATION) > 1
    safe = position.armies[position.stronghold] >= position.garrison
    return (spare or safe) and position.armies[target] > 1 and _is_precious(position, target)


def _reveals(position: Position) -> bool:
    """Return whether to reveal hidden armies: only if one reveal is needed and likely to suffice.

    Before the end of the Mercenaries track, hidden armies are revealed in precious territories
    only.
    """
    view, attack = position.view, position.view.open_attack
    force = attack.aboard if attack.fleet else position.armies[attack.source] - 1
    held, hidden = position.armies[attack.target], view.hidden_size
    track_is_full = view.track == len(view.ruleset.track)
    if not (track_is_full or _is_precious(position, attack.target)):
        return False
    return force > REVEAL_RATIO * held and force < 1.3 * (held + hidden)


def strike(view: View) -> Move:
    """Send an Assassin against a stronghold's Fortification; elsewhere only a spare Assassin."""
    armed = any(option.move is AssassinateFortification for option in view.offer())
    important = view.stronghold_on(view.open_attack.target) is not None
    if armed and (important or view.hand.count(BattleCard.ASSASSIN) > 1):
        return AssassinateFortification()
    return Pass()


def counter(view: View) -> Move:
    """Counter whenever possible."""
    armed = any(option.move is Counter for option in view.offer())
    return Counter() if armed else Pass()


def dice(view: View) -> Move:
    """Roll the most dice."""
    (option,) = view.offer()
    return NameDice(max(option.values("dice")))


def block_event(view: View) -> Move:
    """Play a Fortification against an event that costs more than the card is worth."""
    armed = any(option.move is BlockEvent for option in view.offer())
    return BlockEvent() if armed and sum(view.at_stake.values()) >= BLOCKED_LOSS else Pass()


def ruin(view: View) -> Move:
    """Ruin a trade of others with a spare Assassin."""
    options: list[Option] = [option for option in view.offer() if option.move is RuinTrade]
    if view.hand.count(BattleCard.ASSASSIN) < 2 or len(options) < 2:
        return Pass()
    strength = CaptainEvaluation(Position(view)).strength
    option = max(options, key=lambda option: strength[option.values("opponent")[0]])
    return RuinTrade(option.values("opponent")[0], option.values("card")[0])
