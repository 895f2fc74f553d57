"""What stands around the board: right, for everybody's eyes or one's own, and little to send."""

import json
import random
import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from django.urls import reverse

from games import frames
from games.chronicle import Entry, entries_after
from games.furniture import (
    figures_context,
    forces_context,
    open_furniture_parts,
    own_furniture_parts,
    player_context,
    spoils_context,
    status_context,
    steps_context,
    track_context,
)
from games.furniture_cards import card_texts, hand_part, hidden_part, playable_part
from games.furniture_stage import MOST_MOMENTS, stage_part
from games.sight import look
from games.starting import start_game
from rules import Outcome, view
from rules.cards import EVENT_RULES, BattleCard, EventCard
from rules.event_cards import IN_FORCE
from rules.events import Modifier
from rules.events_agreements import PactBroken
from rules.events_attack import AttackDeclared, BattleFought
from rules.events_cards import ArmiesLost, EventDrawn, EventIdle, HiddenRevealed
from rules.events_setup import HiddenChosen, HiddenKept
from rules.moves import Control
from rules.players import DecisionKind
from rules.treaties import Truce
from rules.under_way import InForce
from tests.games.pinned import pin
from tests.games.tables import Table


@pytest.fixture
def table(opened, alice, bob):
    """The table at the beginning of a turn of alice or bob, the `mover`."""
    start_game(pin(opened, "furn1ture").code)
    table = Table(opened.code, {0: alice, 1: bob}, random.Random(7))
    while not _begins_turn(table.state()):
        table.answer()
    return table


def _begins_turn(state):
    decision = state.decisions[0]
    is_asked = decision.seat < 2 and decision.kind is DecisionKind.ATTACKS
    return is_asked and state.attack is None and not state.attacked


def scene_of(table, user=None):
    return look(table.code, user.pk if user else None).scene


def seen_by(scene, seat, change=None):
    """The same scene for a seat, its position changed."""
    state = scene.view._state
    if change:
        change(state)
    return replace(scene, view=view(state, seat))


def staged(scene, *events):
    return stage_part(replace(scene, newest=Entry(1, events))).context["moments"]


def battle(**changes):
    fought = BattleFought(
        attacker=0,
        defender=1,
        source="almor",
        target="torrich",
        attack_dice=(2, 6, 4),
        defence_dice=(3, 6),
        attack_modifiers=(),
        defence_modifiers=(),
        attack_total=6,
        defence_total=6,
        pairs=("defender", "attacker"),
        attack_losses=1,
        defence_losses=1,
        attackers_left=7,
        defenders_left=2,
    )
    return replace(fought, **changes)


# Whose turn it is


def test_the_status_names_who_is_asked_and_never_what_for(table):
    scene = scene_of(table, table.mover)
    mine, others = status_context(scene), status_context(scene_of(table, table.waiting))
    assert mine["is_asked"] and mine["is_mine"] and mine["waits_for"] == []
    assert others["waits_for"] == [table.mover.name] and not others["is_asked"]
    kinds = {kind for _, kind in scene.view.asked}
    assert not any(kind in json.dumps([mine, others]) for kind in kinds)


def test_the_deadline_is_shown_until_the_end_and_no_longer(table):
    time = datetime(2026, 5, 4, 12, 30, 15, 123000, UTC).isoformat()
    scene = replace(scene_of(table), deadline=time)
    assert status_context(scene)["deadline"] == time
    html = frames.drawn("status", look_part("status", scene))
    assert 'datetime="2026-05-04T12:30:15Z"' in html
    assert "until 12:30 UTC" in html


def look_part(name, scene):
    return parts_of(scene)[name]


def parts_of(scene):
    return dict([*open_furniture_parts(scene), *own_furniture_parts(scene)])


def test_the_steps_of_a_turn_are_shown(table):
    steps = steps_context(scene_of(table).view)["steps"]
    assert [step["name"] for step in steps if step["is_now"]] == ["Attacks"]


# The players


def test_everybody_sees_the_same_numbers_of_a_player(table, alice, bob):
    for seat in range(3):
        figures = {
            json.dumps(figures_context(scene_of(table, viewer), seat))
            for viewer in (None, alice, bob)
        }
        assert len(figures) == 1


def test_the_numbers_are_those_of_the_position(table, alice):
    scene = scene_of(table, alice)
    state = scene.view._state
    figures = figures_context(scene, 0)
    assert figures["territories"] == len(state.held_by(0))
    assert figures["armies"] == sum(state.holdings[name].armies for name in state.held_by(0))
    assert figures["cards"] == len(state.players[0].hand)
    assert figures["hidden"] == len(scene.view.hidden)
    assert figures["is_turn"] == (state.turn == 0)


def test_spoils_are_told_source_by_source(table):
    scene = scene_of(table)

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
        (Control.STEWARD, 0, "steward"),
        (Control.BOT, 0, "bot"),
        (Control.BOT, 1, "out"),
    ],
)
def test_a_mark_says_who_plays_a_seat(table, control, eliminated, mark):
    def change(state):
        state.players[1].control, state.players[1].eliminated = control, eliminated

    assert player_context(seen_by(scene_of(table), 0, change), 1)["mark"] == mark


def test_a_name_stays_text_and_leads_to_its_person(client, table, alice):
    alice.name = "A<i>b</i>"
    type(alice).objects.filter(pk=alice.pk).update(name=alice.name)
    html = client.get(reverse("table", args=[table.code])).content.decode()
    assert "A<i>b" not in html
    assert "A&lt;i&gt;b&lt;/i&gt;" in html


# The track and what is in force


def test_the_track_shows_how_far_it_is_covered(table):
    def cover(state):
        state.track = 2

    track = track_context(seen_by(scene_of(table), None, cover).view)
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
def test_what_is_in_force_says_when_it_ends(table, drawer, turn_ends, ends):
    seats = {user: seat for seat, user in table.persons.items()}
    names = {"mover": table.mover, "waiting": table.waiting}

    def draw(state):
        seat = seats[names[drawer]]
        state.in_force = [InForce(EventCard.AERDI_STORMS, seat, turn_ends)]

    card = forces_context(seen_by(scene_of(table), None, draw))["cards"][0]
    assert card["until"] == ends.format(**{key: user.name for key, user in names.items()})
    assert card["rule"] == "EVT-11"


def test_a_truce_says_who_with_whom_and_until_when(table):
    def force(state):
        state.truces = [Truce(state.turn, 2)]

    truce = forces_context(seen_by(scene_of(table), None, force))["truces"][0]
    assert truce["one"] == table.mover.name
    assert truce["until"].endswith("next turn")


# One's own cards


def test_only_their_owner_sees_a_hand(table, alice, bob):
    assert hand_part(scene_of(table)).context["cards"] == []
    for seat, user in ((0, alice), (1, bob)):
        scene = scene_of(table, user)
        shown = {card["kind"]: card["count"] for card in hand_part(scene).context["cards"]}
        hand = [card.value for card in scene.view._state.players[seat].hand]
        assert shown == {kind: hand.count(kind) for kind in hand}


def test_cards_that_can_be_played_now_are_raised(table):
    seat = table.seat_of(table.mover)

    def deal(state):
        state.players[seat].hand = [BattleCard.FORTIFICATION, BattleCard.MERCENARIES]

    def playable(viewer):
        return set(playable_part(viewer).context["kinds"])

    scene = scene_of(table)
    assert playable(seen_by(scene, seat, deal)) == {"mercenaries"}
    other = seen_by(scene, 1 - seat, lambda state: setattr(state.players[1 - seat], "hand", []))
    assert playable(other) == set()


def test_what_a_spy_saw_is_shown_to_the_spy_alone(table):
    scene = scene_of(table)
    spy = scene.view.turn

    def look_at(state):
        state.seen = {2: [BattleCard.HERO, BattleCard.HERO]}

    shown = hand_part(seen_by(scene, spy, look_at)).context["seen"]
    assert [each["cards"] for each in shown] == ["Hero × 2"]
    assert hand_part(seen_by(scene, 1 - spy)).context["seen"] == []
    assert hand_part(seen_by(scene, None)).context["seen"] == []


def test_every_kind_of_card_has_its_text_on_the_page(client, table):
    texts = card_texts(scene_of(table).view.ruleset)
    assert {text["kind"] for text in texts} == {card.value for card in BattleCard}
    html = client.get(reverse("table", args=[table.code])).content.decode()
    assert all(f'id="about-{text["kind"]}"' in html for text in texts)


def test_a_slip_is_open_to_its_owner_only(table):
    def seal_anew(state):
        for choice in state.hidden:
            choice.revealed = False

    def slips(seat):
        return hidden_part(seen_by(scene, seat, seal_anew)).context["slips"]

    scene = scene_of(table)
    choices, territories = scene.view._state.hidden, scene.view.board.territories
    for seat in table.persons:
        own = [choice for choice in choices if choice.holder == seat]
        assert [slip["seal"]["whole"] for slip in slips(seat)] == [
            choice.commitment for choice in own
        ]
        assert slips(seat)[0]["territory"] == territories[own[0].territory].name
    assert slips(None) == []


# The stage


def test_a_battle_is_shown_with_who_won_which_pair(table):
    hero = Modifier(1, "hero", "HRO-1")
    fought = battle(attack_modifiers=(hero,), attack_total=7, pairs=("attacker", "attacker"))
    (moment,) = staged(scene_of(table), fought)
    (shown,) = moment["battles"]
    assert shown["attack"]["dice"] == [[6, False], [4, False], [2, False]]
    assert shown["defence"]["dice"] == [[6, True], [3, True]]
    assert shown["attack"]["added"] == [{"value": "+1", "cause": "Hero", "rule": "HRO-1"}]
    assert shown["totals"] == [7, 6]


def test_a_press_is_one_moment_and_little_to_send(table):
    scene = scene_of(table)
    (moment,) = staged(scene, *[battle()] * 20)
    assert len(moment["battles"]) == 20
    assert (moment["attack_losses"], moment["defence_losses"]) == (20, 20)
    part = stage_part(replace(scene, newest=Entry(1, (battle(),) * 20)))
    assert len(frames.drawn("stage", part).encode()) < 20 * 280


def test_two_attacks_in_an_entry_are_two_moments(table):
    moments = staged(scene_of(table), battle(), battle(), battle(target="bonewood"))
    assert [len(moment["battles"]) for moment in moments] == [2, 1]


def test_an_event_card_is_shown_as_a_card(table):
    (moment,) = staged(scene_of(table), EventDrawn(0, "dragon_unleashed", "EVT-24"))
    assert moment["kind"] == "event"
    assert moment["rule"] == "EVT-24"


SHOWN_AT_ONCE = 140
"""So many signs of an event card can be read while it is shown."""


@pytest.mark.parametrize("card", EventCard)
def test_an_event_card_says_in_a_line_what_it_does_and_whom_it_is_about(table, card):
    scene = scene_of(table)
    drawer, names = scene.view.turn, scene.seating.names
    (moment,) = staged(scene, EventDrawn(drawer, card.value, EVENT_RULES[card]))
    without_names = moment["text"].replace(names[drawer], "")
    assert len(without_names) <= SHOWN_AT_ONCE
    assert "drawer" not in moment["text"] and "{" not in moment["text"]
    until = f"until the end of {names[drawer]}’s next turn"
    assert (until in moment["text"]) == (card in IN_FORCE)


def test_an_event_card_that_does_nothing_says_so_itself(table):
    scene = scene_of(table)
    drawn, idle = EventDrawn(0, "mad_overking", "EVT-13"), EventIdle(0, "mad_overking")
    (moment,) = staged(scene, drawn, idle)
    assert moment["text"] == "It finds nothing to act on."
    (told,) = staged(scene, idle)
    assert told["says"] == "“The Mad Overking!” found nothing to act on."


def test_an_event_card_names_the_player_of_the_empire_it_is_about(table):
    scene = scene_of(table)
    seat = scene.view.order[-1]

    def rule(state):
        for player in state.players:
            player.empire = "great_kingdom" if player.seat == seat else "iron_league"

    def fall(state):
        rule(state)
        state.players[seat].eliminated = 1

    drawn = EventDrawn(scene.view.turn, "demons_unleashed", "EVT-21")
    (moment,) = staged(seen_by(scene, None, rule), drawn)
    assert f"{scene.seating.names[seat]}, the Great Kingdom player" in moment["text"]
    (moment,) = staged(seen_by(scene, None, fall), drawn)
    assert "for the Great Kingdom player" in moment["text"]


def test_modifiers_of_events_in_force_are_named(table):
    curse = Modifier(-1, "ancient_curse", "EVT-25")
    (moment,) = staged(scene_of(table), battle(defence_modifiers=(curse,), defence_total=5))
    assert moment["battles"][0]["defence"]["added"][0]["value"] == "−1"
    assert "Curse" in moment["battles"][0]["defence"]["added"][0]["cause"]


def test_seals_and_salts_are_for_the_log_alone(table):
    seal = "ab" * 32
    revealed = HiddenRevealed(0, "almor", 5, 0, seal, seal)
    chosen, kept = HiddenChosen(0, seal), HiddenKept(0, "almor", seal)
    assert seal not in json.dumps(staged(scene_of(table), revealed))
    assert staged(scene_of(table), chosen, kept) == []


def test_a_pact_that_is_broken_is_staged_with_the_attack_that_breaks_it(table):
    events = (AttackDeclared(0, 1, "almor", "torrich"), PactBroken(1, 0, "almor", "torrich"))
    said = [(moment["kind"], moment["says"]) for moment in staged(scene_of(table), *events)]
    assert said[1][0] == "big" and "broke pact 1 with the attack on Torrich" in said[1][1]


def test_the_round_is_told_with_the_last_one_where_that_is_fixed(table):
    def told(number, most, is_over=False):
        def change(state):
            state.round, state.options = number, replace(state.options, rounds=most)
            state.outcome = Outcome((0,), "rounds", ((0,), (1, 2))) if is_over else None

        return status_context(seen_by(scene_of(table), 0, change))["round"]

    assert told(0, 3) == ""
    assert (told(2, 0), told(2, 3)) == ("Round 2", "Round 2 of 3")
    # The round after the last one ends the game and is not played.
    assert told(4, 3, is_over=True) == "Round 3 of 3"
    assert told(2, 3, is_over=True) == "Round 2 of 3"


def test_the_stage_is_never_endless(table):
    moved = ArmiesLost(0, "almor", 1, "EVT-2")
    assert len(staged(scene_of(table), *[moved] * 60)) == MOST_MOMENTS


def test_every_public_event_of_whole_rounds_can_be_staged(bots_game):
    seen = look(bots_game.code, None)
    for entry in entries_after(seen.game, -1, None):
        part = stage_part(replace(seen.scene, newest=entry))
        assert json.loads(json.dumps(part.context)) == part.context
        assert 'id="stage"' in frames.drawn("stage", part)


# What is sent


def test_a_battle_changes_only_small_parts(table):
    scene = scene_of(table)
    figures = frames.drawn("figures-0", look_part("figures-0", scene))
    status = frames.drawn("status", look_part("status", scene))
    stage = stage_part(replace(scene, newest=Entry(1, (battle(),))))
    assert len(figures.encode()) < 220
    assert len(status.encode()) < 420
    assert len(frames.drawn("stage", stage).encode()) < 700


def test_every_part_is_one_element_of_its_own_name(table):
    for name, part in parts_of(scene_of(table, table.mover)).items():
        html = frames.drawn(name, part).strip()
        assert re.match(rf'(<svg>)?<\w+ id="{name}"', html), name
