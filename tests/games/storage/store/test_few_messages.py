"""A move takes few round trips to PostgreSQL, and is stored as a whole or not at all."""

import pytest
from django.db import IntegrityError, connection, transaction

from games.community.fairness.audit import audit
from games.models import Game, Move
from games.playing.bots import play_bot
from games.playing.start import create_game, start_game
from games.storage.store.database_time import moment_asked, note_asked
from games.storage.store.stored_game import load
from games.storage.store.worker_cache import Memory
from rules import Options

MOVES = 40

pytestmark = pytest.mark.django_db(transaction=True)

only_postgresql = pytest.mark.skipif(
    connection.vendor != "postgresql", reason="A file is sent no messages."
)


@pytest.fixture
def code():
    """The code of a game of captains that has just begun."""
    made = create_game(["captain"] * 3, Options(quick=True))
    start_game(made.code)
    return made.code


@pytest.fixture
def sent(tmp_path):
    """A function that calls another and returns the protocol messages sent: (kind, contents)."""

    def of(play):
        # So that the database's clock need not be queried meanwhile.
        note_asked(moment_asked())
        driver = connection.connection.pgconn
        with (tmp_path / "sent").open("w+") as file:
            driver.trace(file.fileno())
            play()
            driver.untrace()
            file.seek(0)
            lines = [line.split("\t") for line in file]
        return [(line[3], "".join(line[4:])) for line in lines if line[1] == "F"]

    return of


@only_postgresql
def test_a_bot_that_knows_the_game_makes_four_round_trips(code, sent):
    memory = Memory()
    for _ in range(MOVES):
        play_bot(code, memory=memory)
    messages = sent(lambda: play_bot(code, memory=memory))
    # BEGIN, the selects, the writes, COMMIT.
    ends = [kind for kind, _ in messages if kind.strip() in ("Sync", "Query")]
    assert len(ends) == 4
    # All statements but BEGIN have been prepared.
    parsed = [text for kind, text in messages if kind.strip() == "Parse"]
    assert len(parsed) == 1 and "BEGIN" in parsed[0]
    assert audit(code) == MOVES + 2


@only_postgresql
def test_a_new_connection_prepares_statements_again(code):
    before = load(code)
    connection.close()
    assert load(code) == before


def test_a_move_that_cannot_be_written_leaves_nothing_of_it(code):
    before = load(code)
    game = Game.objects.get(code=code)
    in_the_way = Move(game=game, number=1, seat=0, by="bot", public={}, private={})
    in_the_way.save()
    with pytest.raises(IntegrityError):
        play_bot(code)
    assert load(code) == before
    in_the_way.delete()
    assert play_bot(code).number == 1
    assert audit(code) == 2


def test_a_move_within_something_larger_goes_with_it(code):
    before = load(code)
    with transaction.atomic():
        assert play_bot(code).number == 1
        Game.objects.filter(code=code).update(title="Undone")
        transaction.set_rollback(True)
    assert load(code) == before
    assert not Move.objects.filter(game__code=code, number=1).exists()
    assert play_bot(code).number == 1
