"""Records that have just begun, for tests that continue them."""

from rules.chance import CommittedChance, SeededSalts, seed_commitment
from rules.record.document import (
    RecordedSeat,
)
from rules.record.game import GameRecord
from rules.rulesets.greyhawk import GREYHAWK
from rules.state import Options
from rules.state import to_json as position
from tests.support.rules.recorded_games import GAME

SEED = bytes(range(32))


def begin(seats, values, *, game=GAME, options=None, test=False, chance=None):
    return GameRecord.begin(
        GREYHAWK,
        seats,
        options or Options(),
        game,
        chance or CommittedChance(SEED, values, game, SeededSalts(SEED)),
        seed_commitment=seed_commitment(SEED),
        values=values,
        test=test,
    )


def two_seats():
    return [RecordedSeat(0, "Aelfgyth"), RecordedSeat(1, "Brunhild")]


def standing(state):
    """Return a position as plain data, without its epoch and its number of draws."""
    return {key: value for key, value in position(state).items() if key not in ("epoch", "draws")}
