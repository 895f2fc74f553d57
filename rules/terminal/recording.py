"""Chapter 12: a game between bots, played with committed chance and recorded."""

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any

from rules.chance import CommittedChance, SeededSalts, new_salt, new_seed, seed_commitment
from rules.record.document import RecordedSeat
from rules.record.game import GameRecord
from rules.rulesets.ruleset import Ruleset
from rules.sentences.words import LETTERS
from rules.state import Options
from rules.terminal.simulate import make_bots, play_out


def seed_from(number: int) -> bytes:
    """Return the seed of a test record, derived from its number."""
    return hashlib.sha256(f"castlerisk-test-seed-1\n{number}".encode()).digest()


def record_game(
    ruleset: Ruleset,
    bots: Sequence[str],
    number: int | None,
    rounds: int,
    **own: Any,
) -> dict[str, Any]:
    """Return the finished record of a game; `bots` gives one name per seat.

    `own` are options that only this game has. If `number` is not None, all secrets are derived from
    it, and the record says that it is a test; otherwise the seed and salts come from the operating
    system.
    """
    seed = new_seed() if number is None else seed_from(number)
    game = secrets.token_hex(5) if number is None else f"test-{number}"
    values = [""] * len(bots)
    salts = new_salt if number is None else SeededSalts(seed)
    chance = CommittedChance(seed, values, game, salts)
    record = GameRecord.begin(
        ruleset,
        [RecordedSeat(seat, f"{bot} {LETTERS[seat]}", "bot", bot) for seat, bot in enumerate(bots)],
        Options(rounds=rounds, **own),
        game,
        chance,
        seed_commitment=seed_commitment(seed),
        values=values,
        test=number is not None,
    )
    thoughts = secrets.randbits(64) if number is None else number
    play_out(
        record.state,
        make_bots(bots, thoughts),
        chance,
        lambda state, seat, move, chance: record.play(seat, move, "bot"),
    )
    record.close(seed)
    return record.to_json()
