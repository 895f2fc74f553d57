"""Reasons derived from the move alone, for bots and decisions without a plan."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rules import moves as m
from rules.bots.evaluation import CaptainEvaluation
from rules.bots.position import Position
from rules.bots.reasons.aims import aim_of, region_of
from rules.bots.reasons.kinds import Chosen, Reason, ReasonKind
from rules.moves import Move
from rules.view import View


def explained(view: View, chosen: Chosen) -> Chosen:
    """Return a chosen move with its reason; if it has none, derive one from the move."""
    return chosen if chosen.reason else replace(chosen, reason=reason_of(view, chosen.move))


def reason_of(view: View, move: Move) -> Reason:
    """Return the reason for a bot's move; `view` is the position before the move."""
    return REASONS[type(move)](view, move)


def conquest(
    view: View, source: str, target: str, *, aboard: int = 0, hero: bool = False
) -> Reason:
    """Return the aim of an attack, and its chance if it is fought to the end."""
    position = Position(view)
    force = aboard or position.armies[source] - 1
    chance = CaptainEvaluation(position).forecast(force, target, int(hero or view.hero))[0]
    return replace(aim_of(view, {target}), source=source, chance=chance)


# Attacks


def _attack(view: View, move: m.DeclareAttack | m.SailFleet) -> Reason:
    aboard = move.armies if isinstance(move, m.SailFleet) else 0
    return conquest(view, move.source, move.target, aboard=aboard, hero=move.hero)


def _battle(view: View, move: m.Battle) -> Reason:
    attack = view.open_attack
    aboard = attack.aboard if attack.fleet else 0
    return conquest(view, attack.source, attack.target, aboard=aboard, hero=move.hero)


def _move_in(view: View, move: m.MoveIn) -> Reason:
    landing = view.open_landing
    source, target = landing.source, landing.target
    if move.armies < view.armies(source) - 1:
        if _borders_enemies(view, target):
            return Reason(ReasonKind.HOLD_BACK, source=source)
        return Reason(ReasonKind.INLAND, source=target)
    if not _borders_enemies(view, source):
        return Reason(ReasonKind.INLAND, source=source)
    kind = ReasonKind.FRONT if _borders_enemies(view, target) else ReasonKind.RESERVE
    return Reason(kind, target)


def _borders_enemies(view: View, name: str) -> bool:
    beside = view.board.territories[name].neighbours
    return any(view.owner(near) not in (view.seat, None) for near in beside)


def _defend(view: View, move: m.Defend) -> Reason:
    target = view.open_attack.target
    if move.fortification:
        return Reason(ReasonKind.FORTIFY, target)
    if move.reveal:
        return Reason(ReasonKind.REVEAL_DEFENCE, target)
    return Reason(ReasonKind.ROLL, target, armies=1 if view.armies(target) == 1 else 0)


# Armies


def _place(view: View, move: m.Place) -> Reason:
    name, own = move.territory, view.player(view.own_seat)
    if view.owner(name) is None:
        return Reason(ReasonKind.NEUTRAL, name)
    if name in (own.stronghold, view.headquarters.get(own.seat)):
        return Reason(ReasonKind.GUARD, name)
    is_front = Position(view).is_front(name)
    return Reason(ReasonKind.FRONT if is_front else ReasonKind.RESERVE, name)


def _march(view: View, move: m.Fortify | m.MoveArmies) -> Reason:
    if _borders_enemies(view, move.source) and _borders_enemies(view, move.target):
        return Reason(ReasonKind.FRONT, move.target)
    return Reason(ReasonKind.MARCH, move.target, move.source)


# Reasons shared by several moves


def _simply(kind: ReasonKind) -> Callable[[View, Any], Reason]:
    return lambda view, move: Reason(kind)


def _at(kind: ReasonKind) -> Callable[[View, Any], Reason]:
    return lambda view, move: Reason(kind, move.territory)


def _against(kind: ReasonKind) -> Callable[[View, Any], Reason]:
    return lambda view, move: Reason(kind, seat=move.opponent)


def _against_card(kind: ReasonKind) -> Callable[[View, Any], Reason]:
    return lambda view, move: Reason(kind, seat=move.opponent, card=move.card or "")


def _under_attack(kind: ReasonKind) -> Callable[[View, Any], Reason]:
    return lambda view, move: Reason(kind, view.open_attack.target)


REASONS: dict[type[Move], Callable[[View, Any], Reason]] = {
    # Set-up
    m.PlaceStronghold: _at(ReasonKind.SETTLE),
    m.Claim: lambda view, move: Reason(
        ReasonKind.CLAIM, move.territory, region=region_of(view, move.territory)
    ),
    m.Hide: _at(ReasonKind.HIDE),
    m.MarkHeadquarters: _at(ReasonKind.CAMP),
    # The turn
    m.Place: _place,
    m.TradeSet: _simply(ReasonKind.TRADE_SET),
    m.DeclareAttack: _attack,
    m.SailFleet: _attack,
    m.Battle: _battle,
    m.StopAttack: _simply(ReasonKind.STAY),
    m.EndAttacks: _simply(ReasonKind.STAY),
    m.MoveIn: _move_in,
    m.Occupy: lambda view, move: Reason(ReasonKind.OCCUPY, move.territory, move.source),
    m.Fill: _simply(ReasonKind.FILL),
    m.Fortify: _march,
    m.MoveArmies: _march,
    # Cards
    m.PlayMercenaries: _simply(ReasonKind.HIRE),
    m.PlayAmbassador: _against(ReasonKind.FORCE_TRUCE),
    m.Reveal: _at(ReasonKind.REVEAL),
    m.Spy: _against(ReasonKind.LOOK),
    m.SendSpy: _against(ReasonKind.LOOK),
    m.AssassinateHand: _against_card(ReasonKind.DISARM),
    m.DiscardSpied: lambda view, move: Reason(
        ReasonKind.DISARM, seat=view.open_spying[1], card=move.card
    ),
    m.AssassinateAmbassador: _against(ReasonKind.END_TRUCE),
    m.AssassinateFortification: _simply(ReasonKind.BREACH),
    m.ChooseDragonTarget: lambda view, move: Reason(
        ReasonKind.DRAGON, move.territory, seat=view.owner(move.territory)
    ),
    # Answers to others
    m.Defend: _defend,
    m.NameDice: _simply(ReasonKind.ROLL),
    m.BlockHero: _under_attack(ReasonKind.BLOCK_HERO),
    m.Counter: _simply(ReasonKind.COUNTER),
    m.BlockEvent: _simply(ReasonKind.BLOCK_EVENT),
    m.RuinTrade: _against_card(ReasonKind.DISARM),
    m.Pass: _simply(ReasonKind.SPARE),
    m.AnswerPact: lambda view, move: Reason(ReasonKind.AGREE if move.accept else ReasonKind.REFUSE),
    m.OfferPact: _simply(ReasonKind.AGREE),
    m.EndPact: _simply(ReasonKind.END_PACT),
    m.LayCards: _simply(ReasonKind.TRADE),
    m.AcceptTrade: _simply(ReasonKind.TRADE),
    m.WithdrawTrade: _simply(ReasonKind.REFUSE),
}
"""The reason for each kind of answer, and for each answer to an offer."""
