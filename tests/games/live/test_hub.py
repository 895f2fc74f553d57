"""The hub and a game that is deleted while a page is open."""

import asyncio

import pytest

from games.live import pushes
from games.live.hub import Hub
from games.live.watchers import Watched
from games.models import Game
from games.play.start import create_game, start_game


@pytest.mark.django_db(transaction=True)
def test_a_game_deleted_during_a_poll_is_no_failure(caplog):
    code = create_game(["captain"] * 2).code
    start_game(code)
    head = pushes.game_versions([code])[code]
    Game.objects.get(code=code).delete()
    watched = Watched(has_come=True)
    asyncio.run(Hub()._look_at(code, watched, head))
    assert not caplog.records
    assert watched.rests_until == 0
