"""A finished game as a story: territories over the rounds, and the attacks that decided it."""

import json
import logging
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from games.community.fairness.records import record
from games.exceptions import Refused
from games.models import Move
from rules import State
from rules.errors import RulesError
from rules.events.attack import AttackDeclared, BattleFought, Captured, Eliminated
from rules.record.replaying import Replayed, replay_entries

logger = logging.getLogger(__name__)

GAMES_REMEMBERED = 256
MOST_ATTACKS = 3


@dataclass(slots=True)
class AttackSummary:
    """An attack with its losses; `eliminated` is the seat that it eliminated, if any."""

    round: int
    attacker: int
    defender: int | None
    target: str
    attack_losses: int = 0
    defence_losses: int = 0
    is_captured: bool = False
    eliminated: int | None = None

    @property
    def weight(self) -> tuple[bool, bool, int]:
        """Return how decisive the attack was, for comparison."""
        return self.eliminated is not None, self.is_captured, self.defence_losses


@dataclass(slots=True)
class Story:
    """The course of a game.

    `rounds` has the number of territories by seat at the end of each round, the set-up first.
    `attacks` has the most decisive attacks, in the order of the game.
    """

    rounds: list[list[int]] = field(default_factory=list)
    attacks: list[AttackSummary] = field(default_factory=list)


def story_of(code: str) -> Story:
    """Return the story of a finished game; an empty one if it cannot be replayed."""
    try:
        return _replayed(code)
    # A game without a log, or not saved as over.
    except (Move.DoesNotExist, Refused):
        return Story()


@lru_cache(maxsize=GAMES_REMEMBERED)
def _replayed(code: str) -> Story:
    """Replay a finished game; cached, as its log no longer changes."""
    document = json.loads("".join(record(code)))
    try:
        return story_from(replay_entries(document, check_events=False))
    except RulesError as error:
        logger.warning("Could not build the history of game %s: %r", code, error)
        return Story()


def story_from(entries: Iterable[Replayed]) -> Story:
    """Return the story of a game's entries."""
    rounds: dict[int, list[int]] = {}
    attacks: list[AttackSummary] = []
    for _, state, events in entries:
        for event in events:
            _add_event(event, state, attacks)
        if state.round:
            # A quick set-up may be a single entry, which begins the first round.
            rounds.setdefault(0, _territories(state))
        rounds[_round(state)] = _territories(state)
    ranked = sorted(range(len(attacks)), key=lambda number: attacks[number].weight)
    decisive = [attacks[number] for number in sorted(ranked[-MOST_ATTACKS:])]
    return Story(list(rounds.values()), decisive)


def _add_event(event: object, state: State, attacks: list[AttackSummary]) -> None:
    match event:
        case AttackDeclared():
            attacks.append(AttackSummary(state.round, event.attacker, event.defender, event.target))
        case BattleFought() if attacks:
            attacks[-1].attack_losses += event.attack_losses
            attacks[-1].defence_losses += event.defence_losses
        case Captured() if attacks and attacks[-1].target == event.territory:
            attacks[-1].is_captured = True
        case Eliminated() if attacks and attacks[-1].target == event.territory:
            attacks[-1].eliminated = event.player


def _round(state: State) -> int:
    """Return the round of a position, at most the last: the counter may be one higher (TRN-9)."""
    most = state.options.rounds
    return min(state.round, most) if most else state.round


def _territories(state: State) -> list[int]:
    """Return the number of territories by seat, 0 for eliminated players.

    The last capture of a game ends it before the loser's other territories are vacated.
    """
    held = Counter(holding.owner for holding in state.holdings.values())
    return [0 if player.eliminated else held[player.seat] for player in state.players]
