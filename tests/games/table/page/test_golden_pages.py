"""Golden games: every 60 entries, the players asked and one other open the table's page."""

import re
from itertools import cycle

import pytest
from django.test import Client

from games.drawing.display.rulebook import rule_ids, rulebook_of
from games.models import Game
from games.storage.store.stored_game import load
from rules import RULESETS
from tests.games.conftest import person
from tests.support.rules.golden import FOLDER, read_golden
from tests.support.tables.golden_tables import open_table, store_in_steps

pytestmark = pytest.mark.django_db

OFTEN = {"castle_people_3_quick", "greyhawk_captains_and_random_3", "greyhawk_people_4_quick"}
"""The games that every run opens."""
GAMES = [
    pytest.param(path, id=name, marks=() if name in OFTEN else pytest.mark.long)
    for path in sorted(FOLDER.glob("*.json.gz"))
    for name in [path.name.partition(".")[0]]
]
EVERY = 60
"""The number of entries between two looks."""

AT_THE_END = ("log/", "log.json", "record.json", "fairness/")


CITED = re.compile(r'href="/rules/#([A-Z]{3,4}-\d+)"')


def rules_of(ruleset):
    """Return the ids of the rules in the rulebook of a game."""
    html = "".join(chapter.html for chapter in rulebook_of(ruleset).chapters)
    return rule_ids() & set(re.findall(r' id="([^"]+)"', html))


@pytest.mark.parametrize("path", GAMES)
def test_the_page_opens_for_everybody_throughout_a_golden_game(path):
    record, _ = read_golden(path)
    people = [person(f"seat {number + 1}") for number in range(len(record["seats"]))]
    game = open_table(record, people)
    browsers = [(user, Client()) for user in (None, *people)]
    for user, browser in browsers[1:]:
        browser.force_login(user)
    turns, cited = cycle(browsers), set()
    for number in store_in_steps(game, record, EVERY):
        is_last = number == len(record["entries"]) - 1
        asked = {decision.seat for decision in load(game.code).state().decisions}
        # Only players who are asked have a panel; the other viewers take turns.
        viewers = dict([next(turns), *(browsers[1 + seat] for seat in asked)])
        for user, browser in browsers if is_last else viewers.items():
            for page in ("", *(AT_THE_END if is_last else ())):
                answer = browser.get(f"/games/{game.code}/{page}")
                assert answer.status_code == 200, f"/{page} of {user} after entry {number}"
                if page == "":
                    cited |= set(CITED.findall(answer.content.decode()))
    assert cited <= rules_of(RULESETS[game.ruleset])
    assert Game.objects.get(pk=game.pk).status == Game.Status.OVER
