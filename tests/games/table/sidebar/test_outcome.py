"""The outcome of a game: winners, reason, places, and each player's fate."""

import random
from dataclasses import replace
from itertools import pairwise

import pytest
from django.template.loader import render_to_string

from games.drawing.display.seating import seating_of
from games.models import Game, Move
from games.playing.play import play_for
from games.playing.start import create_game, start_game
from games.storage.store.stored_game import load
from games.table.page import viewer
from games.table.sidebar import outcome
from games.table.sidebar.lines import HIGH, LABEL, MARGIN, lines_context
from rules import Options, view
from rules.moves import EndGame, Resign
from tests.support.tables.play_ahead import play_ahead
from tests.support.tables.positions.pinned import pin

pytestmark = pytest.mark.django_db


@pytest.fixture
def begun(opened):
    """A game in set-up, in which no player has been eliminated."""
    start_game(opened.code)
    return opened


def shown(code, seat=None, **more):
    stored = load(code)
    return outcome.shown(view(stored.state(), seat), seating_of(stored), **more)


def end(table, *winners):
    play_for(table.code, 0, EndGame(winners), Move.By.MODERATOR, decision=None)


def offer(code):
    """Return the panel's key on a spectator's page."""
    return viewer.look(code, None).table.parts["panel-key"].written


def rendered(context):
    return render_to_string("table/sidebar/_outcome.html", {"outcome": context})


def test_the_outcome_replaces_the_panel(client, begun, alice):
    def pages():
        return [
            client.get(f"/games/{begun.code}/{page}").content.decode() for page in ("", "panel/")
        ]

    assert not any('id="outcome"' in page for page in pages())
    end(begun, 0)
    assert all('id="outcome"' in page for page in pages())
    before = offer(begun.code)
    Game.objects.filter(code=begun.code).update(next_game=create_game([alice, None]))
    assert offer(begun.code) != before


def test_the_outcome_comes_before_the_board_for_the_keyboard(client, begun, alice):
    client.force_login(alice)

    def order():
        page = client.get(f"/games/{begun.code}/").text
        ids = ("panel", "board")
        assert [page.count(f'id="{name}"') for name in ids] == [1, 1]
        return sorted(ids, key=lambda name: page.index(f'id="{name}"'))

    assert order() == ["board", "panel"]
    end(begun, 0)
    assert order() == ["panel", "board"]


def test_the_outcome_lists_eliminations():
    game = pin(create_game(["captain"] * 3, Options(quick=True)), "wh2e3457")
    start_game(game.code)
    play_ahead(game.code, random.Random(5))
    game = Game.objects.get(pk=game.pk)
    facts = shown(game.code)
    names = [seat.name for seat in seating_of(load(game.code)).seats]
    winner = game.outcome["winners"][0]
    assert game.outcome["reason"] == "last_standing"
    assert facts["headline"] == f"{names[winner]} wins!"
    assert (facts["rule"], facts["winners"][0]["name"]) == ("TRN-8", names[winner])
    assert [row["place"] for row in facts["places"]] == [1, 2, 3]
    assert [row["name"] for row in facts["places"]] == [
        names[seats[0]] for seats in game.outcome["places"]
    ]
    first, *others = facts["places"]
    assert first["fate"].startswith("Held ")
    assert len(first["banners"]) == 3
    for row in others:
        assert row["fate"].startswith("Eliminated by Captain ") and ", round " in row["fate"]
        assert row["banners"] == []
    page = rendered(facts)
    assert page.count("outcome-player") == 3 and "Nobody else has a stronghold left." in page


def test_the_lines_and_the_decisive_attacks_follow_the_whole_game():
    game = pin(create_game(["captain"] * 3, Options(quick=True)), "wh2e3457")
    start_game(game.code)
    play_ahead(game.code, random.Random(5))
    facts = shown(game.code)
    chart, last = facts["chart"], Game.objects.get(pk=game.pk).round
    assert chart["last"] == last and [row["round"] for row in chart["rows"]][::last] == [0, last]
    held = chart["rows"][-1]["held"]
    winner = Game.objects.get(pk=game.pk).outcome["winners"][0]
    # At the end the winner holds everything, and the eliminated players nothing.
    assert held[winner] == sum(held) > 0
    assert facts["chart"]["rows"][0]["held"] == [15] * 3
    assert sorted(line["place"] for line in chart["lines"]) == [1, 2, 3]
    rounds = [attack["round"] for attack in facts["attacks"]]
    assert len(rounds) == 3 and rounds == sorted(rounds)
    assert sum(" and eliminated " in attack["text"] for attack in facts["attacks"]) == 2
    page = rendered(facts)
    assert page.count("<polyline") == 3
    assert page.index("Lobby") < page.index("outcome-places")


def test_labels_at_the_end_of_equal_lines_do_not_overlap():
    rounds = [[7, 7, 7, 7, 7, 7], [14, 14, 14, 0, 0, 0]]
    players = {seat: {"name": "", "livery": "", "place": seat + 1} for seat in range(6)}
    lines = lines_context(rounds, players)["lines"]
    ends = sorted(line["y"] for line in lines)
    assert all(below - above >= LABEL for above, below in pairwise(ends))
    assert ends[0] >= MARGIN and ends[-1] <= HIGH - MARGIN
    assert [line["place"] for line in sorted(lines, key=lambda line: line["y"])] == [
        1,
        2,
        3,
        4,
        5,
        6,
    ]


def test_equal_lines_lie_side_by_side_and_names_have_room():
    rounds = [[7, 7, 7], [9, 9, 3], [9, 0, 12], [0, 0, 21]]
    names = ("Ash", "A name that is far too long for the chart", "Cedar")
    places = (2, 3, 1)
    players = {
        seat: {"name": names[seat], "livery": "", "place": places[seat]} for seat in range(3)
    }
    chart = lines_context(rounds, players)
    lines = {line["place"]: line for line in chart["lines"]}
    points = {place: line["points"].split() for place, line in lines.items()}
    for round_ in (0, 1):
        passed = [points[place][round_] for place in (1, 2, 3)]
        assert len(set(passed)) == 3 and len({each.split(",")[0] for each in passed}) == 1
    # A name that would cover another label is left out; the list of places has it.
    assert lines[1]["label"] == "Cedar"
    assert lines[3]["label"] == ""


def test_capturing_enough_headquarters_wins_and_is_counted():
    game = pin(create_game(["captain"] * 4, Options(quick=True), "headquarters"), "hq2e3457")
    start_game(game.code)
    play_ahead(game.code, random.Random(5))
    facts = shown(game.code)
    assert (facts["rule"], Game.objects.get(pk=game.pk).outcome["reason"]) == (
        *("CLA-6", "headquarters"),
    )
    assert facts["places"][0]["fate"].endswith(" and 4 headquarters.")
    page = rendered(facts)
    assert "The winner holds enough headquarters" in page and "stronghold" not in page


def test_the_last_player_of_classic_holds_the_world():
    game = pin(create_game(["captain"] * 2, Options(quick=True), "classic"), "cl2e3457")
    start_game(game.code)
    play_ahead(game.code, random.Random(5))
    facts = shown(game.code)
    assert (facts["rule"], facts["reason"]) == ("CLA-1", "Nobody else has a territory left.")
    winner, loser = facts["places"]
    assert ", round " in loser["fate"] and loser["fate"].startswith("Eliminated by Captain ")
    assert winner["banners"] == loser["banners"] == [] and winner["empire"] == ""


def test_the_round_limit_ranks_players_by_the_games_measure(alice):
    game = create_game([alice, "captain"], Options(quick=True, rounds=1), "classic")
    start_game(game.code)
    end(game, 0)
    stored = load(game.code)
    state = stored.state()
    state.outcome = replace(state.outcome, reason="rounds")
    facts = outcome.shown(view(state, None), seating_of(stored))
    assert facts["reason"] == "That was the last round. Territories decide first, then armies."


def test_several_winners_share_the_first_place(begun):
    end(begun, 0, 1)
    facts = shown(begun.code, 1)
    assert facts["headline"] == "alice and bob win!"
    assert [row["place"] for row in facts["places"]] == [1, 1, 2]
    assert [row["is_you"] for row in facts["places"]] == [False, True, False]


def test_a_game_may_end_without_a_result(table):
    end(table)
    facts = shown(table.code)
    assert (facts["headline"], facts["winners"]) == ("No result", [])
    assert "The game was cancelled." in rendered(facts)


def test_a_game_without_a_result_has_neither_places_nor_decisive_attacks():
    game = pin(create_game(["captain"] * 3, Options(quick=True)), "wh2e3457")
    start_game(game.code)
    play_ahead(game.code, random.Random(5), lambda state: state.round > 2)
    end(game)
    facts = shown(game.code)
    page = rendered(facts)
    assert facts["chart"] and not facts["attacks"]
    assert 'outcome-place"' not in page and "What decided it" not in page
    # The lines are marked with emblems, because a number would look like a place.
    lines = page[page.index("<polyline") : page.index("</svg>", page.index("<polyline"))]
    assert lines.count("#emblem-") == 3 and "lines-place" not in lines


def test_players_who_left_are_listed_so(table):
    play_for(table.code, 0, Resign(), Move.By.PLAYER, decision=None)
    end(table)
    row = next(row for row in shown(table.code)["places"] if row["name"] == "alice")
    assert row["fate"].startswith("Left the game. Held ")


def test_only_players_can_rematch_and_once(begun, alice):
    end(begun, 0)
    assert shown(begun.code, 0)["may_play_again"]
    assert f"/games/{begun.code}/again/" in rendered(shown(begun.code, 0))
    assert f"/games/{begun.code}/again/" not in rendered(shown(begun.code, None))
    following = create_game([alice, None])
    assert outcome.next_table(begun.code) is None
    Game.objects.filter(code=begun.code).update(next_game=following)
    assert outcome.next_table(begun.code) == following.code
    # Players get the link that seats them, which also gives access to an unlisted table.
    page = rendered(shown(begun.code, 0, next_code=following.code))
    assert "Join the rematch" in page and f"/games/{begun.code}/again/" in page
    assert f"/games/{following.code}/" in rendered(
        shown(begun.code, None, next_code=following.code)
    )
    Game.objects.filter(pk=following.pk).update(is_listed=False)
    assert outcome.next_table(begun.code, listed_only=True) is None
    assert outcome.next_table(begun.code) == following.code
    Game.objects.filter(pk=following.pk).update(status=Game.Status.CANCELLED)
    assert outcome.next_table(begun.code) is None


def test_names_are_escaped(begun, alice):
    alice.name = "<i>alice</i>"
    alice.save()
    end(begun, 0)
    page = rendered(shown(begun.code, 1))
    assert "<i>" not in page and "&lt;i&gt;alice&lt;/i&gt; wins!" in page


def test_the_outcome_is_data_that_can_be_compared(begun):
    end(begun, 0)
    assert shown(begun.code, 0) == shown(begun.code, 0)
