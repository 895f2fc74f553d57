"""ELM-7, FAIR-6: seats given away and moves taken back in random games."""

import json
import random
import secrets

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.community.fairness.audit import audit
from games.community.fairness.records import record
from games.community.moderation import on_games
from games.community.moderation.take_back import take_back, take_back_targets
from games.community.trust.roles import Role
from games.models import Game, Player
from games.playing.start import create_game, start_game
from games.storage.store.stored_game import load
from rules import Options
from rules.moves import Control
from rules.record import replay, verify
from rules.state import to_json
from tests.games.conftest import person
from tests.support.tables.tables import Table
from tests.support.visitors.moderators import action, moderator

pytestmark = pytest.mark.django_db

ACTIONS = ("bot", "person", "back")
STEPS = st.tuples(st.integers(3, 25), st.sampled_from(ACTIONS), st.integers(0, 99))


class Office:
    """A senior moderator who replaces the players of a game and takes back its moves."""

    def __init__(self, table, dora):
        self.table, self.dora = table, dora
        self.game = Game.objects.get(code=table.code)
        self.newcomers = 0

    def action(self, name):
        return action(name, self.dora, game=Game.objects.get(pk=self.game.pk))

    def living(self):
        return [one.seat for one in self.table.state().players if not one.eliminated]

    def bot(self, chosen):
        """Give the seat of a person still in the game to a bot, if another person remains."""
        manned = [seat for seat in self.living() if seat in self.table.persons]
        if len(manned) > 1:
            seat = manned[chosen % len(manned)]
            on_games.give_to_bot(self.action("give_to_bot"), seat)
            del self.table.persons[seat]

    def person(self, chosen):
        """Give the seat of a player still in the game to a new user."""
        living = self.living()
        seat = living[chosen % len(living)]
        self.newcomers += 1
        name = f"new {self.newcomers} in {self.table.code}"
        newcomer = person(name)
        on_games.give_to_person(self.action("give_to_person"), seat, name)
        self.table.persons[seat] = newcomer

    def back(self, chosen):
        """Go back to one of the positions offered; the players keep their seats."""
        found = take_back_targets(Game.objects.get(pk=self.game.pk))
        take_back(self.action("take_back"), found[chosen % len(found)].number)
        # The take-back also restores the control of each seat.
        played = {player.seat: player.control for player in self.table.state().players}
        sitting = Player.objects.filter(game=self.game, user__isnull=False).select_related("user")
        self.table.persons = {
            player.seat: player.user for player in sitting if played[player.seat] is Control.PLAYER
        }


@settings(
    max_examples=3,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=st.lists(STEPS, min_size=2, max_size=5), seed=st.integers(0, 999))
def test_replay_audit_and_verify_pass_after_replacements(db, steps, seed):
    # Examples share one database.
    run = secrets.token_hex(4)
    dora = moderator(f"dora {run}", Role.SENIOR)
    users = {seat: person(f"seat {seat} {run}") for seat in (0, 1)}
    game = create_game([*users.values(), "random", "random"], Options(quick=True, rounds=4))
    start_game(game.code)
    office = Office(Table(game.code, users, random.Random(seed)), dora)
    for moves, what, chosen in steps:
        for _ in range(moves):
            if load(game.code).status == Game.Status.RUNNING:
                office.table.answer()
        if load(game.code).status != Game.Status.RUNNING:
            break
        getattr(office, what)(chosen)
        assert audit(game.code) == load(game.code).number + 1
    if load(game.code).status == Game.Status.RUNNING:
        on_games.end(office.action("end"), (office.living()[0],))
    written = json.loads("".join(record(game.code)))
    assert verify(written).problems == ()
    assert to_json(replay(written)) == to_json(load(game.code).state())
    assert audit(game.code) == load(game.code).number + 1
