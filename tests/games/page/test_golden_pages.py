"""Golden games: at every tenth entry each seat and a stranger can open the table's page."""

import pytest
from django.test import Client

from games.models import Game
from tests.games.conftest import person
from tests.support.rules.golden import FOLDER, read_golden
from tests.support.tables.golden_tables import open_table, store_in_steps

pytestmark = pytest.mark.django_db

GAMES = sorted(FOLDER.glob("*.json.gz"))
EVERY = 10
"""Entries from one look to the next; 1,600 pages in all."""

AT_THE_END = ("log/", "log.json", "record.json", "fairness/")


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name.partition(".")[0])
def test_every_seats_page_opens_throughout_a_golden_game(path):
    record, _ = read_golden(path)
    people = [person(f"seat {number + 1}") for number in range(len(record["seats"]))]
    game = open_table(record, people)
    browsers = [(user, Client()) for user in (None, *people)]
    for user, browser in browsers[1:]:
        browser.force_login(user)
    for number in store_in_steps(game, record, EVERY):
        is_last = number == len(record["entries"]) - 1
        for user, browser in browsers:
            for page in ("", *(AT_THE_END if is_last else ())):
                answer = browser.get(f"/games/{game.code}/{page}")
                assert answer.status_code == 200, f"/{page} of {user} after entry {number}"
    assert Game.objects.get(pk=game.pk).status == Game.Status.OVER
