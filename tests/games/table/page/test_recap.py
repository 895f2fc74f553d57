"""The recap “Since you last looked”: the events missed, never more than the player could see."""

import random
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.drawing.display.log import entries_of_others
from games.drawing.display.parts import Scene
from games.drawing.events.families import SHOWN
from games.drawing.events.rows import Recap
from games.drawing.events.superseded import still_holds
from games.models import Game, LastVisit, Move
from games.playing.play import play_for
from games.playing.start import create_game, start_game
from games.storage.processes import last_seen
from games.storage.store.stored_game import load
from games.table.page import recap, viewer
from games.table.replay.cast import cast_of
from games.table.replay.eyes import Eyes
from games.table.replay.replay import replay_of
from rules import Options, move_to_json, view
from rules.events.agreements import CardsLaid, PactAnswered, PactBegun, PactOffered, TradeAccepted
from rules.events.attack import Captured
from rules.events.cards import TruceForced
from rules.events.turn import SeatTaken
from rules.moves import AnswerPact, Default, OfferPact
from tests.support.tables.play_ahead import play_ahead
from tests.support.tables.positions.pinned import pin
from tests.support.tables.positions.trades import Trading
from tests.support.tables.tables import Table, play_bots


@pytest.fixture
def lively(alice):
    """A game of alice against three captains, just begun."""
    game = pin(create_game([alice, *["captain"] * 3], Options(quick=True)), "s1nce234")
    start_game(game.code)
    return game


def play_on_without(game, entries):
    """Let captains answer, and time out alice, who is away."""
    for _ in range(entries):
        state = load(game.code).state()
        if state.is_over:
            break
        decision = state.decisions[0]
        if decision.seat == 0:
            play_for(game.code, 0, Default(), Move.By.CLOCK, decision=decision.number)
        else:
            play_bots(game.code, 1)


def leave(game, user, minutes):
    """Record that a user left the table this long ago, at its newest entry; return its number."""
    seen_at = timezone.now() - timedelta(minutes=minutes)
    number = Game.objects.values_list("number", flat=True).get(pk=game.pk)
    LastVisit.objects.update_or_create(
        user=user, game=game, defaults={"number": number, "seen_at": seen_at, "since": None}
    )
    return number


def page(client, user, game, name="table", **query):
    client.force_login(user)
    return client.get(reverse(name, args=[game.code]), query).content.decode()


def test_a_short_absence_has_no_recap(client, lively, alice):
    play_ahead(lively.code, random.Random(11), most=20)
    leave(lively, alice, 5)
    play_ahead(lively.code, random.Random(11), most=5)
    assert "Since you last looked" not in page(client, alice, lively)


def test_an_absence_without_events_has_no_recap(client, lively, alice):
    play_ahead(lively.code, random.Random(11), most=20)
    leave(lively, alice, 600)
    assert "Since you last looked" not in page(client, alice, lively)


def test_unseen_actions_of_others_are_not_mentioned(client, lively, alice):
    left = leave(lively, alice, 600)
    play_bots(lively.code, 30)
    assert Game.objects.get(pk=lively.pk).number > left
    assert "Since you last looked" not in page(client, alice, lively)


def test_the_recap_banner_stays_until_dismissed(client, lively, alice):
    play_ahead(lively.code, random.Random(11), most=30)
    leave(lively, alice, 60)
    play_on_without(lively, 40)
    for _ in range(2):
        assert "Since you last looked" in page(client, alice, lively)
    address = reverse("since", args=[lively.code])
    assert client.post(address).headers["Location"] == reverse("table", args=[lively.code])
    assert "Since you last looked" not in page(client, alice, lively)
    assert client.get(address).headers["Location"] == reverse("table", args=[lively.code])


def test_the_recap_is_the_replay_from_the_step_last_seen(client, lively, alice):
    play_ahead(lively.code, random.Random(11), most=30)
    left = leave(lively, alice, 60)
    play_on_without(lively, 40)
    page(client, alice, lively)
    answer = client.get(reverse("since", args=[lively.code]))
    html = answer.content.decode()
    shown = replay_of(load(lively.code), cast_of(load(lively.code)), Eyes("0", (0,), 0))
    seen = shown.steps.of(left)
    assert (answer.context["at"], answer.context["last"]) == (seen, shown.steps.last)
    assert f"?at={seen + 1}&amp;eyes=0" in html
    (step,) = shown.shown(seen, seen)
    assert step.lines and all(line.html in html for line in step.lines)
    assert "<h2>To others</h2>" in html


def test_lines_are_grouped_by_player_and_subject(lively, alice):
    play_ahead(lively.code, random.Random(11), most=30)
    left = leave(lively, alice, 60)
    play_on_without(lively, 80)
    stored = load(lively.code)
    scene = Scene(view(stored.state(), 0), viewer.look(lively.code, alice.pk).seating)
    groups = {
        group.heading: group.lines
        for group in recap.groups_since(lively.pk, stored.number, scene, left).groups
    }
    kinds = {heading: {line.kind for line in lines} for heading, lines in groups.items()}
    under = {kind.name: row.recap for kind, row in SHOWN.items()}
    assert "attack_declared" not in kinds["To others"]
    assert {under[kind] for kind in kinds["To others"]} == {Recap.MAP}
    assert {under[kind] for kind in kinds["Cards"]} == {Recap.CARDS}
    assert all(0 in line.seats or line.is_private for line in groups["To you"])


def test_only_players_have_a_recap_page(client, lively, alice, bob):
    play_ahead(lively.code, random.Random(11), most=20)
    LastVisit.objects.create(user=bob, game=lively, number=0, since=0)
    client.force_login(bob)
    address = reverse("since", args=[lively.code])
    assert client.get(address).headers["Location"] == reverse("table", args=[lively.code])
    client.logout()
    assert "/accounts/login/" in client.get(address).headers["Location"]


def test_the_absence_begins_at_the_last_entry_an_open_page_showed(lively, alice):
    play_ahead(lively.code, random.Random(11), most=20)
    leave(lively, alice, 60)
    play_ahead(lively.code, random.Random(11), most=5)
    number = load(lively.code).number
    last_seen.note({(alice.pk, lively.code): last_seen.Seen(timezone.now())})
    LastVisit.objects.update(seen_at=timezone.now() - timedelta(minutes=60))
    play_bots(lively.code, 3)
    play_ahead(lively.code, random.Random(11), most=3)
    assert last_seen.open_table(lively.pk, alice, 0, load(lively.code).number) == number


def test_the_recap_disappears_after_the_readers_move(client, lively, alice):
    play_ahead(lively.code, random.Random(11), most=30)
    leave(lively, alice, 60)
    play_on_without(lively, 40)
    assert "Since you last looked" in page(client, alice, lively)
    table = Table(lively.code, {0: alice}, random.Random(11))
    while table.state().decisions[0].seat != 0:
        play_bots(lively.code, 1)
    assert "Since you last looked" in page(client, alice, lively)
    table.answer()
    assert "Since you last looked" not in page(client, alice, lively)
    assert LastVisit.objects.get().since is None


def test_a_move_removes_the_banner_from_the_open_page(table, client):
    answer = move_posted(client, table)
    assert '<div id="since" hx-swap-oob="true"></div>' in answer
    assert 'id="since"' in page(client, table.mover, Game.objects.get(code=table.code))


def move_posted(client, table):
    """Post a legal move as the page's script does; return the response."""
    client.force_login(table.mover)
    decision, move = table.decision()
    chosen = {name: value for name, value in move_to_json(move).items() if value is not None}
    data = {**chosen, "key": "a-key-of-this-form", "decision": decision.number}
    address = reverse("play_move", args=[table.code])
    return client.post(address, data, headers={"HX-Request": "true"}).content.decode()


def test_the_readers_own_moves_are_omitted(lively, alice):
    left = leave(lively, alice, 60)
    play_ahead(lively.code, random.Random(11), most=60)
    own = Move.objects.filter(game=lively, seat=0, by=Move.By.PLAYER, number__gt=left)
    numbers = set(own.values_list("number", flat=True))
    told = {entry.number for entry in entries_of_others(lively.pk, left, 999, 0)}
    assert numbers and told and not numbers & told


def test_undone_moves_are_omitted(table):
    def kept(*events):
        seen = view(table.state(), 0)
        return [event for event in events if still_holds(event, seen)]

    seen = view(table.state(), 0)
    territory = next(iter(seen.board.territories))
    owner = seen.owner(territory)
    taken, lost = Captured(owner, territory, 1 - owner), Captured(1 - owner, territory, owner)
    assert kept(taken, lost) == [taken]
    there, away = SeatTaken(0, "player"), SeatTaken(0, "steward")
    assert kept(there, away) == [there]
    gone = (
        PactOffered(1, 0, (1,), (), 0, ""),
        PactBegun(1),
        CardsLaid(0, 1, ()),
        TruceForced(0, 1),
    )
    assert kept(*gone, PactAnswered(1, 1, True), TradeAccepted(0, 1)) == []


def test_open_offers_are_listed(alice, bob, charlie):
    table = Trading([alice, bob, charlie], "s1nceoff")
    table.say(table.one, OfferPact((table.other,), ("peace",)))
    (event,) = [
        event
        for entry in entries_of_others(Game.objects.get(code=table.code).pk, -1, 999, table.other)
        for event in entry.events
        if isinstance(event, PactOffered)
    ]
    assert still_holds(event, view(table.state(), table.other))
    table.say(table.other, AnswerPact(event.pact, False))
    assert not still_holds(event, view(table.state(), table.other))


def test_a_long_absence_groups_its_newest_visible_entries(client, lively, alice, monkeypatch):
    play_ahead(lively.code, random.Random(11), most=30)
    left = leave(lively, alice, 60)
    play_on_without(lively, 60)
    number = load(lively.code).number
    scene = viewer.look(lively.code, alice.pk).scene
    entries = entries_of_others(lively.pk, left, number, 0)
    assert len(entries) < number - left, "No entry is hidden."
    whole = recap.groups_since(lively.pk, number, scene, left)
    assert whole.newest is None
    for most in (1, 7, len(entries) - 1, len(entries)):
        monkeypatch.setattr(recap, "MOST_ENTRIES", most)
        newest = recap.groups_since(lively.pk, number, scene, left)
        since = recap.groups_since(lively.pk, number, scene, entries[-most].number - 1)
        assert newest.groups == since.groups
        assert newest.newest == (most if most < len(entries) else None)
    assert newest == whole


def test_a_page_with_the_newest_entries_links_to_the_log(client, lively, alice, monkeypatch):
    play_ahead(lively.code, random.Random(11), most=30)
    leave(lively, alice, 60)
    play_on_without(lively, 60)
    told = ("(newest 7 entries)", "These are the newest 7 entries. The earlier ones are in the")
    names = ("table", "since")
    assert not any(one in page(client, alice, lively, name) for name in names for one in told)
    monkeypatch.setattr(recap, "MOST_ENTRIES", 7)
    for name, one in zip(names, told, strict=True):
        html = page(client, alice, lively, name)
        assert html.count(one) == 1
    assert f'<a href="{reverse("game_log", args=[lively.code])}">log</a>' in html
