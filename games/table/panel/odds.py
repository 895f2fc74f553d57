"""The odds shown in a panel: exact, from what the viewer may know."""

from dataclasses import dataclass
from functools import cache
from math import ceil

from rules import View, attack_odds
from rules.cards import BattleCard
from rules.odds import ARMY_LIMIT, battle_odds
from rules.sentences.words import percent


@dataclass(frozen=True, slots=True)
class Bonus:
    """A modifier of a high die: its value, cause and rule, and whose die it is."""

    value: str
    cause: str
    rule: str
    side: str


@dataclass(frozen=True, slots=True)
class OddsShown:
    """The odds of an action in words, and the bonuses they include.

    `win` is the chance in per cent, for a bar; `is_danger` says that it is the chance of a loss.
    `lines` are further sentences.
    """

    headline: str
    win: int
    lines: tuple[str, ...] = ()
    bonuses: tuple[Bonus, ...] = ()
    is_danger: bool = False


@dataclass(frozen=True, slots=True)
class Clash:
    """An open or possible attack: attacker, target, and armies and cards in play.

    `fighting` is the number of armies that may attack, `defenders` the number of armies on the
    target. `hero` and `fortification` say whether these cards count.
    """

    seat: int
    target: str
    fighting: int
    defenders: int
    hero: bool = False
    fortification: bool = False


def clash_of(view: View, source: str, target: str) -> Clash:
    """Return the attack from `source` on `target` that could begin now, with all armies but one.

    On another player's turn, cards in play until the end of that turn do not count.
    """
    fighting, is_mine = view.armies(source) - 1, view.turn == view.seat
    return Clash(
        view.own_seat,
        target,
        fighting,
        view.armies(target),
        hero=is_mine and view.hero,
        fortification=is_mine and _stands_in(view, target),
    )


def _stands_in(view: View, target: str) -> bool:
    """Return whether a Marshall played this turn defends a territory (CAS-5)."""
    attack, owner = view.attack, view.owner(target)
    if attack is not None and attack.fortification and view.ruleset.fortification_lasts_turn:
        return owner == attack.defender or owner in view.fortified
    return owner in view.fortified


def open_clash(view: View) -> Clash:
    """Return the open attack."""
    attack = view.open_attack
    return Clash(
        attack.attacker,
        attack.target,
        attack.aboard if attack.fleet else view.armies(attack.source) - 1,
        view.armies(attack.target),
        hero=attack.hero,
        fortification=attack.fortification,
    )


def assassin_odds(bonus: int) -> str:
    """Return the probability that a die with a bonus beats another die (ASN-2, ASN-4)."""
    outcomes = battle_odds(1, 1, bonus)
    return percent(float(sum(chance for chance, _, _, top in outcomes if top > 0)))


def press_chance(view: View, clash: Clash, stop_at: int = 0) -> float:
    """Return the probability that a pressed attack captures its target.

    The attack stops when only `stop_at` of its fighting armies are left.
    """
    return _pressed(view, clash, stop_at)[0]


def _pressed(view: View, clash: Clash, stop_at: int) -> tuple[float, float, float]:
    """Return (chance of a capture, mean attack losses, mean defence losses) of a pressed attack.

    If there are more armies than `attack_odds` accepts, both sides are scaled down in proportion.
    """
    rules = view.ruleset
    against_stronghold = view.stronghold_on(clash.target) is not None
    scale = max(1.0, max(clash.fighting, clash.defenders) / ARMY_LIMIT)
    odds = attack_odds(
        ceil(clash.fighting / scale),
        ceil(clash.defenders / scale),
        max_dice=rules.stronghold_dice if against_stronghold else rules.attack_dice,
        defence_dice=rules.defence_dice,
        heroes=int(clash.hero),
        fortifications=int(clash.fortification),
        attack_bonus=view.attack_bonus(clash.seat),
        defence_bonus=view.defence_bonus(clash.target),
        stop_at=int(stop_at / scale),
        hero_survives_tie=rules.hero_survives_tie,
    )
    return odds.win, odds.expected_attack_losses * scale, odds.expected_defence_losses * scale


def press_odds(view: View, clash: Clash, stop_at: int = 0, *, is_early: bool = False) -> OddsShown:
    """Return the odds of an attack pressed with the maximum number of dice.

    `is_early` says that the attack stops before it must; then the headline says when.
    """
    chance, own, theirs = _pressed(view, clash, stop_at)
    text = _TO_CAPTURE_EARLY if is_early else _TO_CAPTURE
    headline = text.format(chance=percent(chance), stop=stop_at + 1)
    lost = _ON_AVERAGE.format(own=own, theirs=theirs)
    return OddsShown(headline, round(chance * 100), (lost,), bonuses(view, clash))


_ON_AVERAGE = "On average you lose {own:.1f}, they lose {theirs:.1f}."
_TO_CAPTURE = "{chance} to capture it"
_TO_CAPTURE_EARLY = "{chance} to capture it, stopping at {stop}"
_TO_CAPTURE_NOW = "{chance} to capture the territory with this roll."
_TO_WIN = "{chance}: your highest die wins"


def roll_odds(view: View, clash: Clash, dice: int) -> OddsShown:
    """Return the odds of one battle with `dice` dice against the maximum of defence dice."""
    means = roll_means(view, clash, dice)
    good = means.better
    lines = [_ON_AVERAGE.format(own=means.attack, theirs=means.defence)]
    if means.takes:
        lines.append(_TO_CAPTURE_NOW.format(chance=percent(means.takes)))
    headline = _TO_WIN.format(chance=percent(good))
    return OddsShown(headline, round(good * 100), tuple(lines), bonuses(view, clash))


@dataclass(frozen=True, slots=True)
class RollMeans:
    """One battle: mean losses in armies; probabilities of winning the high die and of a capture."""

    attack: float
    defence: float
    better: float
    takes: float


def roll_means(view: View, clash: Clash, dice: int) -> RollMeans:
    """Return mean losses and chances of one battle: `dice` dice against the maximum in defence."""
    defenders = min(view.ruleset.defence_dice, clash.defenders)
    attack = view.attack_bonus(clash.seat) + clash.hero
    defence = view.defence_bonus(clash.target) + clash.fortification
    return _roll_means(dice, defenders, attack, defence, is_last=defenders == clash.defenders)


@cache
def _roll_means(
    dice: int, defence_dice: int, attack: int, defence: int, *, is_last: bool
) -> RollMeans:
    """Return `roll_means`; `is_last` says that each defender has a die."""
    outcomes = battle_odds(dice, defence_dice, attack, defence)
    return RollMeans(
        attack=float(sum(chance * lost for chance, lost, _, _ in outcomes)),
        defence=float(sum(chance * lost for chance, _, lost, _ in outcomes)),
        better=float(sum(chance for chance, _, _, top in outcomes if top > 0)),
        takes=float(
            sum(chance for chance, _, lost, _ in outcomes if is_last and lost == defence_dice)
        ),
    )


def bonuses(view: View, clash: Clash) -> tuple[Bonus, ...]:
    """Return the public modifiers of the high dice in an attack (ATT-8)."""
    found, called = [], view.ruleset.card_texts
    if clash.hero:
        found.append(Bonus("+1", called[BattleCard.HERO].title, "HRO-1", "attack"))
    if view.attack_bonus(clash.seat):
        value = _signed(view.attack_bonus(clash.seat))
        found.append(Bonus(value, "events in force", "ATT-8", "attack"))
    if clash.fortification:
        found.append(Bonus("+1", called[BattleCard.FORTIFICATION].title, "FOR-1", "defence"))
    if view.defence_bonus(clash.target):
        value = _signed(view.defence_bonus(clash.target))
        found.append(Bonus(value, "events in force", "ATT-8", "defence"))
    return tuple(found)


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}"
