"""The results of a match, summed up as data and as text."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from rules.terminal.gauntlet.games import GameResult, Match, seconds_of
from rules.terminal.gauntlet.statistics import interval, percentile, strengths

COUNTED = ("decisions", "turns")


@dataclass(slots=True)
class Standing:
    """The totals of a match so far; `verdict` is the sequential test's, None if undecided."""

    match: Match
    games: int = 0
    verdict: bool | None = None
    wins: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    rounds: list[int] = field(default_factory=list)
    rankings: list[list[list[str]]] = field(default_factory=list)
    times: defaultdict[tuple[str, str], Counter[int]] = field(
        default_factory=lambda: defaultdict(Counter)
    )

    def add(self, result: GameResult) -> None:
        """Add the result of a game."""
        self.games += 1
        if result.winner:
            self.wins[result.winner] += 1
        self.reasons[result.reason] += 1
        self.rounds.append(result.rounds)
        self.rankings.append(result.places)
        for kind in COUNTED:
            for bot, counts in getattr(result, kind).items():
                self.times[bot, kind].update(counts)

    def to_json(self) -> dict[str, Any]:
        """Return the totals and the statistics derived from them."""
        strength = strengths(self.rankings)
        return {
            **self.match.to_json(),
            "games": self.games,
            "verdict": self.verdict,
            "ends": dict(sorted(self.reasons.items())),
            "rounds": median(self.rounds) if self.rounds else None,
            "results": {name: self._of(name, strength) for name in sorted(set(self.match.bots))},
        }

    def fair_share(self, name: str) -> float:
        """Return the win rate this bot would have if all were equally strong."""
        return self.match.bots.count(name) / len(self.match.bots)

    def _of(self, name: str, strength: dict[str, float]) -> dict[str, Any]:
        wins = self.wins[name]
        low, high = interval(wins, self.games)
        times = {
            f"{kind[:-1]}_{label}_ms": round(1000 * seconds_of(percentile(counts, share)), 3)
            for kind in COUNTED
            for counts in (self.times[name, kind],)
            for label, share in (("p50", 0.5), ("p99", 0.99))
        }
        return {
            "wins": wins,
            "rate": round(wins / self.games, 4) if self.games else None,
            "interval": [round(low, 4), round(high, 4)],
            "fair_share": round(self.fair_share(name), 4),
            "strength": round(strength.get(name, 1.0), 3),
            **times,
        }


HEADING = (
    "bot            won  95 % interval    fair  strength  decision p50, p99 ms  turn p50, p99 ms"
)
ROW = (
    "{name:10} {rate:7.1%} {low:7.1%} {high:6.1%} {fair_share:7.1%} {strength:9.2f}"
    " {decision_p50_ms:13.1f} {decision_p99_ms:7.1f} {turn_p50_ms:10.0f} {turn_p99_ms:6.0f}"
)


def describe_standing(standing: Standing) -> str:
    """Return the totals and statistics of a match as lines of text."""
    data, match = standing.to_json(), standing.match
    ends = ", ".join(f"{number} {reason}" for reason, number in data["ends"].items())
    lines = [
        f"{match.game}, {len(match.bots)} seats: {standing.games} games, seeds from {match.seed}; "
        f"ends: {ends or 'none'}; rounds (median): {data['rounds']}",
        HEADING,
    ]
    for name, sums in data["results"].items():
        low, high = sums["interval"]
        rate = sums["rate"] or 0.0
        lines.append(ROW.format(**{**sums, "name": name, "low": low, "high": high, "rate": rate}))
    if data["verdict"] is not None:
        name = match.bots[0]
        lines.append(f"{name} is {'' if data['verdict'] else 'not '}stronger than its fair share.")
    return "\n".join(lines)
