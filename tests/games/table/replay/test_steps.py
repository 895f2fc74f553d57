"""The steps of a replay: what each shows, and to whom."""

import json
import random
import re
from dataclasses import replace

import pytest

from games.community.moderation.take_back import take_back
from games.community.trust.roles import Role
from games.drawing.board.parts import facts_of_all
from games.drawing.display.parts import Scene
from games.models import Game, Move
from games.playing.start import create_game, start_game
from games.storage.store.log_entries import entry_of, entry_parts
from games.storage.store.stored_game import load
from games.table.page import frames, viewer
from games.table.replay.cast import cast_of
from games.table.replay.eyes import Eyes, eyes_of
from games.table.replay.page import page_context
from games.table.replay.pieces import piece_from
from games.table.replay.positions import positions
from games.table.replay.replay import Replay, replay_of
from games.table.replay.scenes import scenes_of
from rules import GREYHAWK, Options, move_to_json, view
from rules.events.agreements import OrdersSet
from rules.events.base import OrderEvent
from rules.events.json import EVENTS
from rules.moves import SetOrders, SetWishes
from rules.moves.orders_and_wishes import Orders, Wishes
from rules.sentences import Words
from tests.games.conftest import person
from tests.support.rules.event_samples import CHAPTER_11, SAMPLES
from tests.support.rules.golden import FOLDER, read_golden
from tests.support.servers.processes import ROOT
from tests.support.tables.caches import forget_games
from tests.support.tables.golden_tables import open_table, store_in_steps
from tests.support.tables.play_ahead import play_ahead
from tests.support.tables.positions.pinned import pin
from tests.support.tables.tables import Table
from tests.support.visitors.moderators import action, moderator

pytestmark = pytest.mark.django_db

OFTEN = {"castle_people_3_quick", "greyhawk_people_4_quick"}
"""The golden games that every run replays."""
GAMES = [
    pytest.param(path, id=name, marks=() if name in OFTEN else pytest.mark.long)
    for path in sorted(FOLDER.glob("*.json.gz"))
    for name in [path.name.partition(".")[0]]
]
OPEN, PUBLIC = Eyes("open", (0, 1, 2, 3)), Eyes("public")
ON_THE_MAP = ("w-", "t-", "marks")


@pytest.fixture
def lively(alice):
    """A game of alice against three captains, just begun."""
    game = pin(create_game([alice, *["captain"] * 3], Options(quick=True)), "s1nce234")
    start_game(game.code)
    return game


def replay(game, eyes=PUBLIC):
    stored = load(game.code)
    return replay_of(stored, cast_of(stored), eyes)


def own(seat):
    """The eyes of a player who looks at their own game."""
    return Eyes(str(seat), (seat,), seat)


def on_the_map(code, user):
    """The current parts of the map for a user (None: a spectator)."""
    drawn = frames.rendered(viewer.look(code, user and user.pk).table)
    return {name: part for name, part in drawn.items() if name.startswith(ON_THE_MAP)}


def map_of(shown):
    """The parts of the map of a step as the page has them."""
    found = {}
    for place in page_board(shown)["places"]:
        found |= {f"t-{place['id']}": place["html"], f"w-{place['id']}": place["wash"]}
    return found | {"marks": page_board(shown)["marks_html"]}


def page_board(found):
    return page_context(found, found.steps.last, found.eyes.reader)["board"]


def play_on(game, alice, entries):
    """Let everybody answer, alice at random; return alice's map by entry of the log."""
    table, maps = Table(game.code, {0: alice}, random.Random(11)), {}
    for _ in range(entries):
        if not table.state().is_over:
            table.answer()
            maps[table.number()] = on_the_map(game.code, alice)
    return maps


def board_after(piece, count):
    """The board after some steps of a piece, as the page's script has it: looks and armies."""
    board = [tuple(each) for each in piece["start"]["board"]]
    for step in piece["steps"][:count]:
        for place, look, armies in step.get("b", ()):
            board[place] = look, armies
    return board


def drawn_by_script(piece, count):
    """The territories after some steps of a piece, written as the page's script writes them."""
    found = []
    for look, armies in board_after(piece, count):
        _, html, says = piece["looks"][look]
        one = "1 army" if armies == 1 else f"{armies} armies"
        long = ' class="is-long"' if armies > 99 else ""
        text = f'{long} data-says="{says.replace("{}", one)}">{armies or ""}</text>'
        found.append(html.replace(f' data-says="{says}"></text>', text))
    return found


# What is shown


def test_every_step_shows_the_map_as_the_player_saw_it(lively, alice):
    maps = play_on(lively, alice, 60)
    dora = moderator("dora", Role.SENIOR)
    take_back(action("take_back", dora, game=lively), load(lively.code).number - 8)
    maps[load(lively.code).number] = on_the_map(lively.code, alice)
    maps |= play_on(lively, alice, 20)
    found = replay(lively, own(0))
    piece = piece_from(found, 0)
    compared = 0
    for step in range(1, found.steps.last + 1):
        there = maps.get(found.steps.until(step) - 1)
        if there is not None:
            compared += 1
            board = list(found.stored.state().board.territories)
            assert drawn_by_script(piece, step) == [there[f"t-{name}"] for name in board], step
            looks = [piece["looks"][look][0] for look, _ in board_after(piece, step)]
            assert looks == [there[f"w-{name}"] for name in board], step
            marks = piece["start"]["marks"]
            for each in piece["steps"][:step]:
                marks = each.get("m", marks)
            assert piece["marks_html"][marks] == there["marks"], step
    assert compared > 50


@pytest.mark.parametrize("path", GAMES)
def test_the_last_step_of_a_golden_game_is_its_table(path):
    record, _ = read_golden(path)
    people = [person(f"seat {number + 1}") for number in range(len(record["seats"]))]
    game = open_table(record, people)
    *_, last = store_in_steps(game, record, 10**6)
    for seat, user in ((None, None), *enumerate(people)):
        found = replay(game, PUBLIC if seat is None else own(seat))
        assert map_of(found) == on_the_map(game.code, user), seat
    # Entries without a public event change nothing that spectators see.
    public, before = replay(game), None
    for number, _, state in positions(public.stored, public.entries):
        seen = view(state, None)
        players = [
            (each.cards, each.hidden, each.banners, each.eliminated) for each in seen.players
        ]
        here = facts_of_all(Scene(seen, public.cast.seating)), seen.in_force, players, seen.turn
        assert here == before or number in public.steps.numbers, number
        before = here
    assert public.steps.of(last) == public.steps.last


def test_pieces_and_scenes_fit_together(lively, monkeypatch):
    play_ahead(lively.code, random.Random(11), most=120)
    found = replay(lively, own(0))
    whole = piece_from(found, 0)
    monkeypatch.setattr("games.table.replay.pieces.PIECE", 20)
    first, second = piece_from(found, 0), piece_from(found, 20)
    assert first["steps"] == whole["steps"][:20]
    assert (second["from"], second["until"]) == (20, 40)
    assert drawn_by_script(first, 20) == drawn_by_script(second, 0)
    assert drawn_by_script(whole, 33) == drawn_by_script(second, 13)
    assert second["start"]["l"] == whole["steps"][19]["l"]
    assert scenes_of(found, 30, 39).keys() == {*range(30, 40)}
    assert all(
        'id="latest-events"' in each or "<svg>" in each
        for each in scenes_of(found, 30, 39).values()
    )


def test_a_take_back_is_a_step_and_what_it_undid_is_marked(lively, alice):
    play_on(lively, alice, 30)
    to = load(lively.code).number - 8
    take_back(action("take_back", moderator("dora", Role.SENIOR), game=lively), to)
    found = replay(lively, own(0))
    steps = found.steps
    ((first, last),) = steps.undone
    assert first == steps.of(to) + 1 and last == steps.last - 1
    shown = {each.step: [line.html for line in each.lines] for each in found.shown(0, steps.last)}
    assert all('<span class="tag">undone</span>' in line for line in shown[last])
    assert ">undone<" not in "".join(shown[first - 1] + shown[steps.last])
    marks = list(steps.marks(found.eyes, found.cast, Words(found.cast.seating.names, GREYHAWK)))
    assert marks[-1][:2] == (steps.last, "take_back")
    piece = piece_from(found, 0)
    assert drawn_by_script(piece, steps.last) == drawn_by_script(piece, first - 1)
    assert steps.turns[-1].step == steps.last
    assert steps.turns[-1][1:] == next(t for t in reversed(steps.turns) if t.step < first)[1:]


def test_every_mark_of_an_event_has_a_lane():
    script = (ROOT / "static/table/replay/timeline.js").read_text()
    lanes = re.findall(r'^  \["(\w+)", "', script, re.MULTILINE)
    assert {kind.mark for kind in EVENTS.values() if kind.mark} == set(lanes)


@pytest.mark.parametrize(
    ("ruleset", "samples"), [("greyhawk", SAMPLES), ("headquarters", CHAPTER_11)]
)
def test_every_kind_of_event_is_told_to_those_who_saw_it(lively, ruleset, samples):
    found = replay(lively)
    stored = replace(found.stored, ruleset=ruleset)
    for event in samples:
        entries = [(0, None, "start", *entry_parts(None, (), [event]))]
        for eyes in (OPEN, PUBLIC, own(0), Eyes("1", (1,))):
            told = list(Replay(stored, found.cast, eyes, entries).log())
            is_seen = not event.private or event.seat in eyes.seats
            assert bool(told) == (is_seen and not isinstance(event, OrderEvent)), (event, eyes)
            if told and event.private:
                assert told[0].is_private == (eyes.reader is not None)
                assert (" saw this: “" in told[0].text) == (eyes.reader is None)
    assert {type(event).name for event in [*SAMPLES, *CHAPTER_11]} == EVENTS.keys()
    orders = {name for name, kind in EVENTS.items() if issubclass(kind, OrderEvent)}
    assert orders == {"answered", "order_disarmed", "orders_set", "wishes_set"}


# Secrets


def test_only_the_eyes_of_a_seat_see_its_secrets(lively):
    play_ahead(lively.code, random.Random(11), most=60)
    state = load(lively.code).state()
    for eyes in (own(0), PUBLIC, Eyes("2", (2,)), OPEN):
        (shown,) = replay(lively, eyes).shown(*[replay(lively).steps.last] * 2)
        for player in state.players:
            hand, hidden = shown.hands[player.seat], shown.hidden[player.seat]
            if player.seat in eyes.seats:
                assert len(hand) == len(player.hand)
                assert hidden == view(state, player.seat).hidden
            else:
                assert hand == len(player.hand)
                assert hidden == len(view(state, player.seat).hidden)
    assert any(view(state, seat).hidden for seat in range(4))


def test_earlier_steps_show_nothing_of_the_present(lively):
    play_ahead(lively.code, random.Random(11), most=40)
    everybody = (PUBLIC, own(0))
    before = [piece_from(replay(lively, eyes), 0) for eyes in everybody]
    play_ahead(lively.code, random.Random(12), most=60)
    after = [piece_from(replay(lively, eyes), 0) for eyes in everybody]
    for old, new in zip(before, after, strict=True):
        # Secret entries may still have been added to the step that was the last.
        earlier = old["steps"][:-1]
        kept = [[step.get(name) for name in "hl"] for step in new["steps"][: len(earlier)]]
        assert [[step.get(name) for name in "hl"] for step in earlier] == kept
        for count in range(0, len(earlier) + 1, 4):
            assert drawn_by_script(old, count) == drawn_by_script(new, count)
    salts = [each.salt for each in load(lively.code).rows.hidden if not each.revealed]
    others = [each.salt for each in load(lively.code).rows.hidden if each.maker and each.holder]
    for eyes, secrets in zip(everybody, (salts, {*others} & {*salts}), strict=True):
        found = replay(lively, eyes)
        texts = [json.dumps(piece_from(found, 0)), str(scenes_of(found, 0, found.steps.last))]
        texts += [str(page_context(found, step, eyes.reader)) for step in range(0, 30, 3)]
        assert secrets and not any(salt in text for text in texts for salt in secrets)


@pytest.mark.parametrize("kind", [SetOrders(Orders()), SetWishes(Wishes())])
def test_secret_declarations_leave_no_trace(lively, kind):
    play_ahead(lively.code, random.Random(11), most=60)
    everybody = (PUBLIC, own(0), OPEN)
    before = [sent(replay(lively, eyes)) for eyes in everybody]
    for place in (50, 31, 30, 12):
        for entry in Move.objects.filter(game=lively, number__gte=place).order_by("-number"):
            Move.objects.filter(pk=entry.pk).update(number=entry.number + 1)
        parts = entry_parts(move_to_json(kind), (), (OrdersSet(0),))
        entry_of(lively.pk, place, parts, Move.By.PLAYER, 0, 1).save()
    Game.objects.filter(pk=lively.pk).update(number=64)
    forget_games()
    assert len(replay(lively).entries) == 65
    assert [sent(replay(lively, eyes)) for eyes in everybody] == before


def sent(found):
    """Everything that is sent of a replay."""
    last = found.steps.last
    contexts = [page_context(found, step, None) for step in range(0, last + 1, 6)]
    return json.dumps([piece_from(found, 0), scenes_of(found, 0, last), str(contexts)])


def test_running_games_open_only_ones_own_eyes(lively, alice):
    seating = viewer.look(lively.code, alice.pk).seating
    assert not seating.is_over
    for asked in ("open", "public", "1", "0", "", "x", "99"):
        assert eyes_of(asked, seating, 0) == own(0)
        assert eyes_of(asked, seating, None) == PUBLIC
    over = replace(seating, status=Game.Status.OVER)
    assert eyes_of("", over, None) == Eyes("open", (0, 1, 2, 3))
    assert eyes_of("2", over, 0) == Eyes("2", (2,)) and eyes_of("9", over, 0).name == "open"
    assert eyes_of("0", over, 0) == own(0)
