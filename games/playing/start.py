"""Open a table with its seats, and start its game (chapter 2)."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from games.exceptions import Refused, Stale, game_sought
from games.models import Game, Move, Player, User, new_code
from games.playing.play import save_with_consequences
from games.playing.requests import After, Before, MoveRequest
from games.storage.evidence.signing import sign
from games.storage.processes import seed_checks
from games.storage.store.database_time import time_text
from games.storage.store.log_entries import entry_of, entry_parts
from games.storage.store.rows import rows_of
from games.storage.store.saving import Changes
from games.storage.store.stored_game import load_locked
from rules import (
    BOTS,
    RULESETS,
    InvalidMove,
    Options,
    State,
    new_game,
    new_seed,
    seed_commitment,
)
from rules.json import from_plain, to_plain
from rules.record.signatures import seal_text

FEWEST_SEATS, MOST_SEATS = 2, 6
DEFAULT_BOT = "captain"


@transaction.atomic
def create_game(
    seats: Sequence[User | str | None], options: Options | None = None, ruleset: str = "greyhawk"
) -> Game:
    """Open a table; each seat is a user's, a bot's (given by name), or free (None).

    Raises InvalidMove for an unknown ruleset or bot, or a wrong number of seats.
    """
    if ruleset not in RULESETS:
        raise InvalidMove("Unknown game.")
    if not FEWEST_SEATS <= len(seats) <= MOST_SEATS:
        raise InvalidMove(
            "A game has {fewest} to {most} seats.", fewest=FEWEST_SEATS, most=MOST_SEATS
        )
    if any(isinstance(seat, str) and seat not in BOTS for seat in seats):
        raise InvalidMove("There is no such bot.")
    seed, code, opened = new_seed(), new_code(), timezone.now()
    commitment = seed_commitment(seed)
    game = Game.objects.create(
        code=code,
        created_at=opened,
        seal_signature=sign(seal_text(code, commitment, time_text(opened))),
        ruleset=ruleset,
        ruleset_version=RULESETS[ruleset].version,
        options=to_plain(options or Options()),
        seed_commitment=commitment,
        **seed_checks.columns_of(seed),
    )
    Player.objects.bulk_create(
        Player(game=game, seat=number, bot=seat)
        if isinstance(seat, str)
        else Player(game=game, seat=number, user=seat)
        for number, seat in enumerate(seats)
    )
    return game


@transaction.atomic
def start_game(code: str) -> State:
    """Start a game whose seats are all taken, by writing entry 0 of its log."""
    with game_sought():
        stored = load_locked(code)
    if stored.status != Game.Status.OPEN:
        raise Stale("This game has already started.")
    if any(seat.user is None and not seat.bot for seat in stored.seats):
        raise Refused("This game still has free seats.")
    chance = stored.chance()
    persons = [seat.user is not None for seat in stored.seats]
    options = from_plain(Options, stored.options)
    state, events = new_game(RULESETS[stored.ruleset], persons, options, code, chance)
    parts = entry_parts({"persons": persons}, chance.drawn, events)
    entry = entry_of(stored.id, 0, parts, Move.By.START, None, 0)
    before = Before(stored, 0, MoveRequest((), Move.By.START))
    after = After(state, rows_of(state), (entry,), (), Changes(stored.clocks, stored.diplomacy))
    save_with_consequences(before, after)
    return state
