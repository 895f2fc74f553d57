"""Golden games: the table's page opens at every tenth entry, and for everybody in turn."""

import pytest

from games.models import Game
from tests.games.conftest import person
from tests.support.rules.golden import FOLDER, read_golden
from tests.support.rules.strategies import GAMES
from tests.support.tables.golden_tables import open_table, store_in_steps

pytestmark = pytest.mark.django_db

GOLDEN_GAMES = sorted(FOLDER.glob("*.json.gz"))
EVERY = 10
"""Entries from one look to the next."""

AT_THE_END = ("log/", "log.json", "record.json", "fairness/")


def viewers_of(look, viewers):
    """Return the two viewers whose turn it is; everybody's comes with every few looks.

    With CASTLERISK_GAMES above 1 everybody looks every time: 1,500 pages instead of 550.
    """
    return [viewers[(2 * look + step) % len(viewers)] for step in range(2)]


@pytest.mark.parametrize("path", GOLDEN_GAMES, ids=lambda path: path.name.partition(".")[0])
def test_every_seat_can_open_its_page_throughout_a_golden_game(path, client):
    record, _ = read_golden(path)
    people = [person(f"seat {number + 1}") for number in range(len(record["seats"]))]
    game = open_table(record, people)
    viewers = [None, *people]
    for look, number in enumerate(store_in_steps(game, record, EVERY)):
        is_last = number == len(record["entries"]) - 1
        for user in viewers if is_last or GAMES > 1 else viewers_of(look, viewers):
            client.logout() if user is None else client.force_login(user)
            for page in ("", *(AT_THE_END if is_last else ())):
                answer = client.get(f"/games/{game.code}/{page}")
                assert answer.status_code == 200, f"/{page} of {user} after entry {number}"
    assert Game.objects.get(pk=game.pk).status == Game.Status.OVER
