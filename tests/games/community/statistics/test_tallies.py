"""The dice of the site and people's statistics, counted from three golden games."""

import re

import pytest
from django.urls import reverse

from games.community.statistics.careers import career_of
from games.community.statistics.dice import site_dice
from games.community.statistics.tallies import (
    add_dice,
    count_game,
    count_games,
    pacts_by_partner,
)
from games.models import Game, GameTally, SeatHolder, SeatTally, SiteDice
from games.storage.store.diplomacy import PactEnding
from rules import GREYHAWK
from rules.events.attack import BattleFought, Captured, Eliminated
from rules.record.dice import count_dice, from_json
from rules.record.luck import luck_of
from rules.record.replaying import replay_entries
from rules.sentences.words import isolated
from rules.state.treaties import Pact
from tests.support.rules.golden import FOLDER, read_golden
from tests.support.tables.golden_tables import open_table, store_in_steps
from tests.support.tables.positions.diplomacy import begun

pytestmark = pytest.mark.django_db
PUBLIC = ("greyhawk_captains_2", "greyhawk_people_2_quick")
PRIVATE = "greyhawk_captains_and_random_3"


@pytest.fixture
def played(alice, bob, charlie):
    """The events of the two public games and the private one, which are stored, by code."""
    found = {}
    for name in (*PUBLIC, PRIVATE):
        record, _ = read_golden(FOLDER / f"{name}.json.gz")
        people = [alice, bob, charlie][: len(record["seats"])]
        game = open_table(record, people)
        list(store_in_steps(game, record, 10_000))
        Game.objects.filter(pk=game.pk).update(is_listed=name != PRIVATE)
        found[game.code] = [event for each in replay_entries(record) for event in each.events]
    return found


def battles(events):
    return [event for event in events if isinstance(event, BattleFought)]


def test_the_dice_of_public_games_are_added_up_once(client, played):
    open_to_all = dict(list(played.items())[: len(PUBLIC)])
    expected = count_dice(event for events in open_to_all.values() for event in battles(events))
    assert site_dice() is None
    assert "No finished public game" in client.get(reverse("site_dice")).content.decode()
    assert (count_games(), add_dice()) == (3, 2)
    assert from_json(SiteDice.objects.get().dice) == expected
    assert (count_games(), add_dice(), count_game(next(iter(played)))) == (0, 0, False)
    assert from_json(SiteDice.objects.get().dice) == expected
    assert GameTally.objects.count() == 3 and SiteDice.objects.get().games == 2
    shown = client.get(reverse("site_dice"))
    fought = sum(len(battles(events)) for events in open_to_all.values())
    assert shown.context["battles"] == fought > 30
    assert "1 against 1" in shown.content.decode()


def test_a_profile_adds_up_what_each_visitor_may_count(client, played, alice):
    count_games()
    of_all, of_public = list(played.values()), list(played.values())[: len(PUBLIC)]
    for visitor, games in ((alice, of_all), (None, of_public)):
        if visitor:
            client.force_login(visitor)
        else:
            client.logout()
        answer = client.get(reverse("profile", args=["alice"]))
        career = answer.context["career"]
        assert career["games"] == len(games)
        assert career["captures"] == sum(
            isinstance(event, Captured) and event.seat == 0 for events in games for event in events
        )
        assert career["falls"] == sum(
            isinstance(event, Eliminated) and event.player == 0
            for events in games
            for event in events
        )
        lucks = [
            luck_of(0, [each for each in battles(events) if 0 in (each.attacker, each.defender)])
            for events in games
        ]
        assert career["losses"].lost == sum(luck.lost for luck in lucks)
        assert career["losses"].expected == pytest.approx(sum(luck.expected_lost for luck in lucks))
        assert career["losses"].variance == pytest.approx(sum(luck.spread**2 for luck in lucks))
        assert sum(kind["games"] for kind in career["kinds"]) == len(games)
        assert answer.context["record"].finished == len(games)
        html = answer.content.decode()
        assert len(re.findall('class="small-map"', html)) == len(games)
        assert len(html) < 150_000
        assert (list(played)[-1] in html) == bool(visitor)
    left = SeatTally.objects.filter(player__user=alice).first().player
    SeatHolder.objects.create(player=left, user=alice)
    assert career_of(alice, alice)["games"] == len(of_all) - 1


def test_pacts_count_for_the_partner_who_kept_or_broke_them():
    state = begun(GREYHAWK, 3)
    for number in (1, 2, 3, 4):
        state.pacts.append(Pact(number, 0, (1,), ("peace",), 0, "", [1], "ended"))
    state.pacts.append(Pact(5, 1, (2,), ("peace",), 0, "", [2], "in_force"))
    state.pacts.append(Pact(6, 1, (2,), ("peace",), 0, "", status="refused"))
    endings = {
        1: PactEnding("broken", 7, 1, 1, True),
        2: PactEnding("broken", 8, 1, 0, True),
        3: PactEnding("expired", 9, 1),
        # A bot broke it.
        4: PactEnding("broken", 10, 1, 1, False),
    }
    found = pacts_by_partner(state, endings)
    counts = {pair: (words["kept"], words["broken"]) for pair, words in found.items()}
    assert counts == {(0, 1): (2, 1), (1, 0): (3, 1), (1, 2): (1, 0), (2, 1): (1, 0)}


def test_the_partners_with_most_pacts_are_named(client, played, alice):
    count_games()
    tally = SeatTally.objects.get(player__user=alice, player__game__is_listed=False)
    SeatTally.objects.filter(pk=tally.pk).update(pacts=[[1, 4, 3], [2, 0, 2]])
    career = client.get(reverse("profile", args=["alice"])).context["career"]
    assert career["most_faithful"] is None
    client.force_login(alice)
    career = client.get(reverse("profile", args=["alice"])).context["career"]
    assert career["most_faithful"] == {"name": isolated("bob"), "pacts": 4}
    # Bob broke more pacts, but kept even more.
    assert career["most_broken"] == {"name": isolated("charlie"), "pacts": 2}
