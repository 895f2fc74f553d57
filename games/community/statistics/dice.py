"""Counted dice beside fair dice, for pages: faces, highest dice, and losses of battles."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from games.community.statistics.limits import chance_of_distance, limits, place_on_strip
from games.models import SiteDice
from rules.record.dice import (
    ATTACK,
    DEFENCE,
    FACES,
    HIGHEST,
    LOSSES,
    DiceCounts,
    Key,
    from_json,
    highest_die,
    losses_of_attacker,
)

DECIMALS_BELOW = 10
"""Smaller means have a decimal."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A count with what fair dice bring: the mean and the limits, None if there are too few.

    `at` is the count's place on its strip; `side` is "above" or "below" if it is outside.
    """

    label: str
    count: int
    share: float
    expected: float
    limits: tuple[int, int] | None
    at: float | None
    side: str

    @property
    def mean(self) -> str:
        """What is expected, as text."""
        return f"{self.expected:,.{int(self.expected < DECIMALS_BELOW)}f}"


def site_dice() -> dict[str, Any] | None:
    """Return the context of the dice of the site; None before the first count."""
    site = SiteDice.objects.first()
    if site is None or not site.games:
        return None
    counted = {"games": site.games, "counted_at": site.counted_at}
    return counted | dice_context(from_json(site.dice))


def dice_context(counts: DiceCounts) -> dict[str, Any]:
    """Return some dice for `community/statistics/_dice.html`."""
    sides = [_side(counts, side) for side in (ATTACK, DEFENCE)]
    battles, highest = list(_battles(counts)), list(_highest(counts))
    rows = [row for group in (*sides, *battles) for row in group["rows"]]
    judged = [row for row in (*rows, *(row for _, found in highest for row in found)) if row.limits]
    return {
        "dice": sum(side["count"] for side in sides),
        "battles": sum(group["count"] for group in battles),
        "sides": sides,
        "plain": [group for group in battles if not group["bonus"]],
        "modified": [group for group in battles if group["bonus"]],
        "highest": highest,
        "faces": FACES,
        "judged": len(judged),
        "outside": sum(bool(row.side) for row in judged),
    }


def _side(counts: DiceCounts, side: str) -> dict[str, Any]:
    rolled = [counts[side, face] for face in FACES]
    dice = sum(rolled)
    trials = [(dice, Fraction(1, len(FACES)))]
    return {
        "title": _SIDES[side],
        "count": dice,
        "unit": "dice",
        "note": _verdict(rolled),
        "rows": [
            _compared(str(face), count, trials) for face, count in zip(FACES, rolled, strict=True)
        ],
    }


_SIDES = {ATTACK: "Attackers", DEFENCE: "Defenders"}


def _verdict(rolled: list[int]) -> str:
    chance = chance_of_distance(rolled)
    if chance is None:
        return _TOO_FEW
    cases = round(100 * chance)
    return (_UNEVEN if cases else _RARE).format(cases=cases)


_UNEVEN = "Fair dice are at least this uneven in {cases} of 100 cases."
_RARE = "Fair dice are at least this uneven in fewer than 1 of 100 cases."
_TOO_FEW = "Too few dice to tell."


def _battles(counts: DiceCounts) -> Iterator[dict[str, Any]]:
    """Yield a group for each number of dice and bonus, without a bonus and with many dice first."""
    found = _grouped(counts, LOSSES, 3)
    for group in sorted(found, key=lambda group: (abs(group[2]), -group[2], -group[0], -group[1])):
        attack, defence, bonus = group
        lost, battles = found[group], sum(found[group].values())
        odds = losses_of_attacker(*group)
        text = _BONUSES[(bonus > 0) - (bonus < 0)].format(bonus=abs(bonus))
        yield {
            "title": _DICE.format(attack=attack, defence=defence) + text,
            "count": battles,
            "unit": "battles",
            "bonus": bonus,
            "rows": [
                _compared(_RESULTS[len(odds), armies], lost.get((armies,), 0), [(battles, chance)])
                for armies, chance in odds.items()
            ],
        }


_DICE = "{attack} against {defence}"
_BONUSES = ("", ", +{bonus} for the attacker", ", +{bonus} for the defender")
"""What follows the numbers of dice, by the sign of the bonus."""
_RESULTS = {
    (2, 0): "Defender loses 1",
    (2, 1): "Attacker loses 1",
    (3, 0): "Defender loses 2",
    (3, 1): "Each loses 1",
    (3, 2): "Attacker loses 2",
}
"""The result of a battle by the number of possible results and the armies the attacker lost."""


def _highest(counts: DiceCounts) -> Iterator[tuple[int, list[Compared]]]:
    """Yield for each face of the attacker's highest die its counts by the defender's.

    What is expected of battles with different numbers of dice is added up.
    """
    rolled = _grouped(counts, HIGHEST, 2)
    for attack in FACES:
        row = []
        for defence in FACES:
            trials = [
                (sum(found.values()), highest_die(dice[0])[attack] * highest_die(dice[1])[defence])
                for dice, found in rolled.items()
            ]
            count = sum(found.get((attack, defence), 0) for found in rolled.values())
            row.append(_compared(str(defence), count, trials))
        yield attack, row


def _grouped(counts: DiceCounts, kind: str, size: int) -> dict[tuple[Any, ...], dict[Key, int]]:
    """Group the counts of a kind by the first numbers of their keys."""
    found: dict[tuple[Any, ...], dict[Key, int]] = {}
    for (name, *numbers), count in counts.items():
        if name == kind:
            found.setdefault(tuple(numbers[:size]), {})[tuple(numbers[size:])] = count
    return found


def _compared(label: str, count: int, trials: Iterable[tuple[int, Fraction]]) -> Compared:
    """Compare a count with (number, probability) of independent trials."""
    known = [(number, float(chance)) for number, chance in trials]
    expected = sum(number * chance for number, chance in known)
    found = limits(expected, sum(number * chance * (1 - chance) for number, chance in known))
    total = sum(number for number, _ in known)
    at, side = None, ""
    if found:
        at = place_on_strip(count, found)
        low, high = found
        side = "below" if count < low else "above" if count > high else ""
    return Compared(label, count, 100 * count / total if total else 0, expected, found, at, side)
