"""The parts around the board: correct, public or for one seat only, and small to send."""

import json
import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from django.template.loader import render_to_string
from django.urls import reverse

from games.drawing.board.parts import own_board_parts
from games.drawing.display.log import LogEntry
from games.drawing.display.parts import build_sections
from games.table.animations.last_moves import latest_events_part
from games.table.page import frames
from games.table.sidebar import status
from games.table.sidebar.hand import card_texts, hand_part, hidden_part, playable_part
from games.table.sidebar.in_force import forces_context, track_context
from games.table.sidebar.status import (
    figures_context,
    player_context,
    spoils_context,
    status_context,
    steps_context,
)
from rules import Outcome
from rules.cards import BattleCard, EventCard
from rules.moves import Control
from rules.state.treaties import Truce
from rules.state.under_way import InForce
from tests.support.tables.scenes import battle, scene_at, seen_by

# Turn


def test_the_status_names_the_asked_player_but_not_the_question(on_turn):
    scene = scene_at(on_turn.code, on_turn.mover)
    mine, others = status_context(scene), status_context(scene_at(on_turn.code, on_turn.waiting))
    assert mine["is_asked"] and mine["is_mine"] and mine["waits_for"] == []
    assert others["waits_for"] == [on_turn.mover.name] and not others["is_asked"]
    kinds = {kind for _, kind in scene.view.asked}
    assert not any(kind in json.dumps([mine, others]) for kind in kinds)


def test_the_player_on_turn_is_named_once(on_turn):
    scene = scene_at(on_turn.code, on_turn.waiting)
    html = frames.drawn("status", look_part("status", scene))
    assert html.count(on_turn.mover.name) == 1 and "waiting for" not in html


def test_in_the_set_up_everyone_is_said_to_choose_only_while_others_do(on_turn):
    context = status_context(scene_at(on_turn.code, on_turn.mover))
    set_up = {**context, "round": "", "doing": "choosing a stronghold"}
    others = {**set_up, "waits_for": [on_turn.waiting.name]}
    alone, together = (
        render_to_string("table/sidebar/_status.html", each) for each in (set_up, others)
    )
    assert "Setting up" in alone and "Everyone is" not in alone
    assert "Everyone is choosing a stronghold" in together


def test_the_deadline_is_shown_until_the_game_ends(on_turn):
    time = datetime(2026, 5, 4, 12, 30, 15, 123000, UTC).isoformat()
    scene = replace(scene_at(on_turn.code), deadline=time)
    assert status_context(scene)["deadline"] == time
    html = frames.drawn("status", look_part("status", scene))
    assert 'datetime="2026-05-04T12:30:15Z"' in html
    assert "until 12:30 UTC" in html


def look_part(name, scene):
    return parts_of(scene)[name]


def parts_of(scene):
    ruleset = scene.view.ruleset
    sections = (*status.open_sections(ruleset), *status.own_sections(ruleset))
    return build_sections(sections, scene).parts


def test_the_steps_of_a_turn_are_shown(on_turn):
    steps = steps_context(scene_at(on_turn.code).view)["steps"]
    assert [step["name"] for step in steps if step["is_now"]] == ["Attacks"]


def test_the_round_is_shown_with_the_round_limit(on_turn):
    def told(number, most, is_over=False):
        def change(state):
            state.round, state.options = number, replace(state.options, rounds=most)
            state.outcome = Outcome((0,), "rounds", ((0,), (1, 2))) if is_over else None

        return status_context(seen_by(scene_at(on_turn.code), 0, change))["round"]

    assert told(0, 3) == ""
    assert (told(2, 0), told(2, 3)) == ("Round 2", "Round 2 of 3")
    # The round after the last one ends the game and is not played.
    assert told(4, 3, is_over=True) == "Round 3 of 3"
    assert told(2, 3, is_over=True) == "Round 2 of 3"


# The players


def test_a_players_numbers_are_the_same_for_everybody(on_turn, alice, bob):
    for seat in range(3):
        figures = {
            json.dumps(figures_context(scene_at(on_turn.code, viewer), seat))
            for viewer in (None, alice, bob)
        }
        assert len(figures) == 1


def test_player_numbers_match_the_position(on_turn, alice):
    scene = scene_at(on_turn.code, alice)
    state = scene.view._state
    figures = figures_context(scene, 0)
    assert figures["territories"] == len(state.held_by(0))
    assert figures["armies"] == sum(state.holdings[name].armies for name in state.held_by(0))
    assert figures["cards"] == len(state.players[0].hand)
    assert figures["hidden"] == len(scene.view.hidden)
    assert figures["is_turn"] == (state.turn == 0)


def test_spoils_are_listed_by_source(on_turn):
    scene = scene_at(on_turn.code)

    def conquer(state):
        for name in state.board.empires["iron_league"].territories:
            state.holdings[name].owner = 0
        state.players[0].banners = ["iron_league"]

    spoils = spoils_context(seen_by(scene, None, conquer).view, 0)
    assert spoils["items"][0] == "Iron League 4"
    assert "banner of the Iron League 8" in spoils["items"]
    assert spoils["total"] == sum(number for _, number in scene.view.spoils(0))


@pytest.mark.parametrize(
    ("control", "eliminated", "mark"),
    [
        (Control.PLAYER, 0, ""),
        (Control.STEWARD, 0, "stand-in"),
        (Control.BOT, 0, "bot"),
        (Control.BOT, 1, "out"),
    ],
)
def test_a_mark_shows_who_plays_a_seat(on_turn, control, eliminated, mark):
    def change(state):
        state.players[1].control, state.players[1].eliminated = control, eliminated

    assert player_context(seen_by(scene_at(on_turn.code), 0, change), 1)["mark"] == mark


def test_a_name_is_escaped_and_links_to_its_profile(client, on_turn, alice):
    alice.name = "A<i>b</i>"
    type(alice).objects.filter(pk=alice.pk).update(name=alice.name)
    html = client.get(reverse("table", args=[on_turn.code])).content.decode()
    assert "A<i>b" not in html
    assert "A&lt;i&gt;b&lt;/i&gt;" in html


# The track and what is in force


def test_the_track_shows_how_far_it_is_covered(on_turn):
    def cover(state):
        state.track = 2

    track = track_context(seen_by(scene_at(on_turn.code), None, cover).view)
    assert (track["covered"], track["next"]) == (2, 5)
    assert track["hidden_size"] == 4


@pytest.mark.parametrize(
    ("drawer", "turn_ends", "ends"),
    [
        ("mover", 2, "until the end of {mover}’s next turn"),
        ("mover", 1, "until the end of {mover}’s turn"),
        ("waiting", 1, "until the end of {waiting}’s next turn"),
    ],
)
def test_effects_in_force_show_their_end(on_turn, drawer, turn_ends, ends):
    seats = {user: seat for seat, user in on_turn.persons.items()}
    names = {"mover": on_turn.mover, "waiting": on_turn.waiting}

    def draw(state):
        seat = seats[names[drawer]]
        state.in_force = [InForce(EventCard.AERDI_STORMS, seat, turn_ends)]

    card = forces_context(seen_by(scene_at(on_turn.code), None, draw))["cards"][0]
    assert card["until"] == ends.format(**{key: user.name for key, user in names.items()})
    assert card["rule"] == "EVT-11"


def test_a_truce_shows_its_parties_and_end(on_turn):
    def force(state):
        state.truces = [Truce(state.turn, 2)]

    truce = forces_context(seen_by(scene_at(on_turn.code), None, force))["truces"][0]
    assert truce["one"] == on_turn.mover.name
    assert truce["until"].endswith("next turn")


def test_players_in_a_truce_with_the_viewer_are_marked(on_turn):
    mine, other, third = on_turn.seat_of(on_turn.mover), *_others(on_turn)

    def force(state):
        state.truces = [Truce(mine, other)]

    scene = seen_by(scene_at(on_turn.code), mine, force)
    assert "truce" in frames.drawn(f"mark-{other}", look_part(f"mark-{other}", scene))
    assert "truce" in frames.drawn(f"player-{other}", look_part(f"player-{other}", scene))
    names = [name for name, held in scene.view._state.holdings.items() if held.owner == other]
    parts = dict(own_board_parts(scene))
    assert all("(truce with you), " in parts[f"n-{name}"].context["says"] for name in names)
    for seat in (third, None):
        scene = seen_by(scene_at(on_turn.code), seat, force)
        assert "truce" not in frames.drawn(f"mark-{other}", look_part(f"mark-{other}", scene))
        assert not any(f"n-{name}" in dict(own_board_parts(scene)) for name in names[:1])


def _others(table):
    mine = table.seat_of(table.mover)
    return [seat for seat in range(3) if seat != mine]


# A player's own cards


def test_a_hand_is_shown_to_its_owner_only(on_turn, alice, bob):
    assert hand_part(scene_at(on_turn.code)).context["cards"] == []
    for seat, user in ((0, alice), (1, bob)):
        scene = scene_at(on_turn.code, user)
        shown = {card["kind"]: card["count"] for card in hand_part(scene).context["cards"]}
        hand = [card.value for card in scene.view._state.players[seat].hand]
        assert shown == {kind: hand.count(kind) for kind in hand}


def test_cards_that_can_be_played_now_are_raised(on_turn):
    seat = on_turn.seat_of(on_turn.mover)

    def deal(state):
        state.players[seat].hand = [BattleCard.FORTIFICATION, BattleCard.MERCENARIES]

    def playable(viewer):
        return set(playable_part(viewer).context["kinds"])

    scene = scene_at(on_turn.code)
    assert playable(seen_by(scene, seat, deal)) == {"mercenaries"}
    other = seen_by(scene, 1 - seat, lambda state: setattr(state.players[1 - seat], "hand", []))
    assert playable(other) == set()


def test_a_spied_hand_is_shown_to_the_spy_only(on_turn):
    scene = scene_at(on_turn.code)
    spy = scene.view.turn

    def look_at(state):
        state.this_turn.seen = {2: [BattleCard.HERO, BattleCard.HERO]}

    shown = hand_part(seen_by(scene, spy, look_at)).context["seen"]
    assert [each["cards"] for each in shown] == ["2 × Hero"]
    assert hand_part(seen_by(scene, 1 - spy)).context["seen"] == []
    assert hand_part(seen_by(scene, None)).context["seen"] == []


def test_every_kind_of_card_has_its_text_on_the_page(client, on_turn):
    texts = card_texts(scene_at(on_turn.code).view.ruleset)
    assert {text["kind"] for text in texts} == {card.value for card in BattleCard}
    html = client.get(reverse("table", args=[on_turn.code])).content.decode()
    assert all(f'id="about-{text["kind"]}"' in html for text in texts)


def test_a_slip_is_readable_by_its_owner_only(on_turn):
    def reseal(state):
        for choice in state.hidden:
            choice.revealed = False

    def slips(seat):
        return hidden_part(seen_by(scene, seat, reseal)).context["slips"]

    scene = scene_at(on_turn.code)
    choices, territories = scene.view._state.hidden, scene.view.board.territories
    for seat in on_turn.persons:
        own = [choice for choice in choices if choice.holder == seat]
        assert [slip["seal"]["whole"] for slip in slips(seat)] == [
            choice.commitment for choice in own
        ]
        assert slips(seat)[0]["territory"] == territories[own[0].territory].name
    assert slips(None) == []


# Size of pushes


def test_a_battle_changes_only_small_parts(on_turn):
    scene = scene_at(on_turn.code)
    figures = frames.drawn("figures-0", look_part("figures-0", scene))
    status = frames.drawn("status", look_part("status", scene))
    events = latest_events_part(replace(scene, newest=LogEntry(1, (battle(),))))
    assert len(figures.encode()) < 220
    assert len(status.encode()) < 420
    assert len(frames.drawn("latest_events", events).encode()) < 1000


def test_every_part_is_one_element_of_its_own_name(on_turn):
    for name, part in parts_of(scene_at(on_turn.code, on_turn.mover)).items():
        html = frames.drawn(name, part).strip()
        assert re.match(rf'(<svg>)?<\w+ id="{name}"', html), name
