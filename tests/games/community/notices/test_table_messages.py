"""What the webhooks of a game post: public events, one message for each moment, at least once."""

import json
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.community.absence import votes
from games.community.lobby.rematch import play_again
from games.community.notices.sending import attempts
from games.community.notices.shared import messages
from games.community.notices.shared.hooks import add_hook
from games.community.notices.shared.kinds import PRESET, TableKind
from games.community.notices.shared.lines import KINDS, is_own_turn, lines_of
from games.community.notices.sources import from_log
from games.community.notices.sources.from_absence import notify_step
from games.community.people.deletion import delete_account
from games.models import Game, Player, TableMessage, TableWebhook
from games.playing.play import play_moves
from games.playing.start import start_game
from games.storage.store import clocks
from games.storage.store.database_time import moment, moment_now
from games.web.worker.notice_threads import PostSender
from rules import RULESETS
from rules.events.base import PrivateEvent
from rules.events.json import EVENTS, to_json
from rules.json import to_plain
from rules.moves import AgreeResult
from rules.questions import DecisionKind
from rules.sentences import Words
from tests.support.rules.event_samples import SAMPLES
from tests.support.servers.receivers import MuteServer, Receiver, serving
from tests.support.tables.notices import CAPTURE, entry, game_of, later, work
from tests.support.tables.slow_games import begun, pass_turn
from tests.support.visitors.crowds import at_once
from tests.support.visitors.patience import wait_until

pytestmark = pytest.mark.django_db
State = TableMessage.State


@pytest.fixture
def receiver(settings):
    with serving(Receiver()) as one:
        settings.OUTBOUND_EXEMPT = frozenset({one.pair})
        yield one


@pytest.fixture
def slow(alice, bob, charlie):
    """A game of alice, bob and charlie with one day per turn, whose log has been read."""
    table = begun([alice, bob, charlie], "sl2owtel")
    from_log.notice_moves()
    return table


@pytest.fixture
def hook(slow, alice, receiver):
    """Alice's webhook of the game, which posts everything."""
    return add_hook(game_of(slow), alice, receiver.url, "", list(TableKind))


# What is posted


def test_every_kind_of_public_event_has_one_line_or_none(slow):
    words = Words(["alice", "bob", "charlie", "d", "e", "f"], RULESETS["greyhawk"])
    assert not any(issubclass(kind, PrivateEvent) for kind in KINDS)
    assert set(KINDS) <= set(EVENTS.values())
    # A turn, the time, the start, seats and the news of circles come from elsewhere.
    elsewhere = {TableKind.TURN, TableKind.TIME, TableKind.SEATS, TableKind.NEXT}
    assert {*KINDS.values(), *elsewhere} == set(TableKind) and set(TableKind) > PRESET
    for event in SAMPLES:
        found = list(lines_of([to_json(event)], words))
        assert [kind for kind, _ in found] == ([KINDS[type(event)]] if type(event) in KINDS else [])


def test_what_people_wrote_is_not_posted(slow):
    words = Words(["alice", "bob", "charlie"], RULESETS["greyhawk"])
    offer = {"event": "pact_offered", "pact": 3, "seat": 1, "partners": [0], "terms": ["peace"],
             "rounds": 2, "words": "canary of the heart"}  # fmt: skip
    ((kind, text),) = lines_of([offer], words)
    assert kind is TableKind.PACTS and "canary" not in text and "Bob offered alice" in text


def test_several_events_of_one_moment_become_one_message(slow, hook, receiver):
    entry(slow, CAPTURE)
    entry(slow, CAPTURE, {"event": "resigned", "seat": 2})
    assert not messages.send_next()
    work()
    ((_, headers, body),) = receiver.posts
    told = json.loads(body)
    lines = told["text"].splitlines()
    assert len(lines) == 4 and told["game"] == slow.code
    assert lines[1] == lines[2] and "captured Bone March" in lines[1]
    assert "resigned" in lines[3]
    assert told["id"] == headers["Castlerisk-Delivery"] == str(TableMessage.objects.get().pk)
    # Once it is sent, its text is not kept, and the next moment gets a message of its own.
    assert TableMessage.objects.get().lines == ""
    entry(slow, CAPTURE)
    work()
    assert len(receiver.posts) == 2


def test_a_message_under_way_gets_no_more_lines(slow, hook, receiver):
    entry(slow, CAPTURE)
    later()
    (taken,) = messages.claim_next()
    assert messages.claim_next() == []
    entry(slow, CAPTURE)
    assert TableMessage.objects.count() == 2
    attempts.record_outcome([taken], attempts.send([taken], messages.send_message))
    work()
    assert [told["text"].count("Bone March") for told in receiver.told()] == [1, 1]


def test_long_moments_are_cut_and_counted(slow, hook, receiver):
    entry(slow, *[CAPTURE] * (messages.MOST_LINES + 3))
    work()
    (told,) = receiver.told()
    assert told["text"].count("Bone March") == messages.MOST_LINES and "and 3 more." in told["text"]


def test_the_turn_is_posted_with_its_deadline(slow, hook, receiver):
    seat = slow.state().turn
    while slow.state().turn == seat:
        pass_turn(slow)
        from_log.notice_moves()
    work()
    state, times = slow.state(), clocks.from_json(game_of(slow).clocks)
    told = receiver.told()[-1]
    name = slow.persons[state.turn].name
    assert f"It’s {name}’s turn, round {state.round}. Until " in told["text"]
    until = moment(times.running[state.turn].until)
    assert told["until"] == until.isoformat(timespec="seconds")


def test_secret_questions_are_not_posted(slow, hook):
    """Of all decisions only those of an open turn are public."""
    assert not any(
        is_own_turn(kind)
        for kind in (DecisionKind.DEFEND, DecisionKind.BLOCK_EVENT, DecisionKind.COUNTER_SPY,
                     DecisionKind.COUNTER, DecisionKind.RUIN, DecisionKind.HIDE)
    )  # fmt: skip
    game = game_of(slow)
    times = clocks.from_json(game.clocks)
    (seat,) = times.running
    (decision,) = game.decisions
    notify_step(slow.code, seat, "warned")
    assert "is running out of time" in TableMessage.objects.get().lines
    TableMessage.objects.all().delete()
    asked = replace(times.running[seat], kind=DecisionKind.BLOCK_EVENT)
    Game.objects.filter(pk=game.pk).update(clocks=to_plain(replace(times, running={seat: asked})))
    notify_step(slow.code, seat, "warned")
    assert not TableMessage.objects.exists() and decision["seat"] == seat


def test_pauses_ends_and_rematches_are_posted(
    slow, hook, receiver, alice, bob, charlie, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        for user in (alice, bob, charlie):
            votes.want_pause(slow.code, user)
    with django_capture_on_commit_callbacks(execute=True):
        votes.resume(slow.code, bob)
    work()
    (told,) = receiver.told()
    assert "Everyone agreed, so" in told["text"] and "Bob resumed" in told["text"]
    name = slow.persons[slow.state().turn].name
    assert f"It’s {name}’s turn" in told["text"]
    until = clocks.from_json(game_of(slow).clocks).running[slow.state().turn].until
    assert told["until"] == moment(until).isoformat(timespec="seconds")
    for user in (alice, bob, charlie):
        play_moves(slow.code, user, [AgreeResult((0,))], key=slow.key(), decision=None)
    from_log.notice_moves()
    play_again(slow.code, bob)
    work()
    text = receiver.told()[-1]["text"]
    assert "won" in text and "bob wants a rematch of" in text


def test_a_start_is_posted(opened, alice, receiver):
    add_hook(game_of(opened), alice, receiver.url, "", ["game"])
    start_game(opened.code)
    from_log.notice_moves()
    work()
    assert "Play has started." in receiver.told()[-1]["text"]


def test_a_message_names_only_the_turn_that_lasts_on(slow, hook):
    TableWebhook.objects.update(kinds=["turn", "game"])
    seat = slow.state().turn
    began = {"event": "turn_began", "seat": seat, "round": 1}
    entry(slow, began)
    assert TableMessage.objects.get().asked
    entry(slow, {"event": "turn_ended", "seat": seat})
    assert not TableMessage.objects.exists()
    entry(slow, began)
    over = {"event": "game_over", "winners": [0], "reason": "agreed", "places": [[0], [1, 2]]}
    entry(slow, over)
    message = TableMessage.objects.get()
    assert message.asked == "" and message.lines


def test_a_pause_says_no_deadline(slow, hook, alice, bob, charlie):
    entry(slow, {"event": "turn_began", "seat": slow.state().turn, "round": 1})
    assert TableMessage.objects.get().until is not None
    for user in (alice, bob, charlie):
        votes.want_pause(slow.code, user)
    notify_step(slow.code, None, "paused")
    assert (TableMessage.objects.get().asked, TableMessage.objects.get().until) == ("", None)


def test_only_chosen_kinds_are_posted(slow, hook, receiver):
    TableWebhook.objects.update(kinds=["game"])
    entry(slow, CAPTURE)
    notify_step(slow.code, 0, "opened")
    assert not TableMessage.objects.exists()
    TableWebhook.objects.update(kinds=["seats"])
    notify_step(slow.code, 0, "captain")
    assert "A bot has taken the open seat" in TableMessage.objects.get().lines


def test_games_without_webhooks_cost_one_query(slow):
    game = game_of(slow)
    Game.objects.filter(pk=game.pk).update(noticed=game.number - 1)
    with CaptureQueriesContext(connection) as queries:
        from_log.notice_moves()
    asked = [one for one in queries if "games_table" in one["sql"]]
    assert len(asked) == 1 and "games_tablewebhook" in asked[0]["sql"]


def test_no_secret_is_loaded_or_posted(slow, hook, receiver, alice):
    Player.objects.update(orders={"canary": "secret"})
    entry(slow, CAPTURE)
    later()
    with CaptureQueriesContext(connection) as queries:
        messages.send_next()
    secrets = [f'"games_game"."{column}"' for column in Game.secrets]
    assert not [name for name in secrets for one in queries if name in one["sql"]]
    ((_, _, body),) = receiver.posts
    game = game_of(slow)
    assert b"canary" not in body and game.invitation.encode() not in body
    assert alice.email.encode() not in body and hook.secret.encode() not in body


# Who stops it


def test_a_webhook_works_while_its_owner_has_a_seat(slow, hook):
    Player.objects.filter(user=hook.owner).update(own=False)
    entry(slow, CAPTURE)
    assert not TableMessage.objects.exists()
    Player.objects.filter(user=hook.owner).update(own=True)
    entry(slow, CAPTURE)
    assert TableMessage.objects.count() == 1


def test_a_webhook_goes_with_its_owners_account(slow, hook, alice, bob, receiver):
    add_hook(game_of(slow), bob, f"{receiver.url}/2", "", list(TableKind))
    entry(slow, CAPTURE)
    assert TableMessage.objects.count() == 2
    delete_account(alice)
    assert TableWebhook.objects.get().owner == bob
    assert "alice" not in str(list(TableMessage.objects.values()))
    work()
    assert all("alice" not in told["text"] for told in receiver.told())


# Failures


def test_failures_are_retried_with_the_same_id(slow, hook, receiver):
    receiver.statuses = [500]
    entry(slow, CAPTURE)
    work()
    hook.refresh_from_db()
    assert hook.failing_since is not None
    work()
    assert len({told["id"] for told in receiver.told()}) == 1 and len(receiver.posts) == 2
    hook.refresh_from_db()
    assert hook.failing_since is None and TableMessage.objects.get().state == State.SENT


def test_a_rate_limit_is_respected(slow, hook, receiver):
    receiver.statuses, receiver.retry_after = [429], "1800"
    entry(slow, CAPTURE)
    later()
    before = moment_now()
    messages.send_next()
    message = TableMessage.objects.get()
    assert message.next_at >= before + timedelta(minutes=30)
    hook.refresh_from_db()
    assert hook.failing_since is None
    later(1801)
    messages.send_next()
    assert len(receiver.posts) == 2


@pytest.mark.django_db(transaction=True)
def test_two_workers_send_each_message_once(slow, hook, receiver):
    entry(slow, CAPTURE)
    later()
    at_once(lambda _: messages.send_next(), range(4))
    assert len(receiver.posts) == 1


@pytest.mark.django_db(transaction=True)
def test_two_workers_that_read_the_same_entries_write_one_message(slow, hook):
    game = game_of(slow)
    Game.objects.filter(pk=game.pk).update(noticed=game.number - 1)
    move = game.moves.get(number=game.number)
    move.public = {"events": [CAPTURE]}
    move.save()
    at_once(lambda _: from_log._notice([game.pk]), range(4))
    found = TableMessage.objects.values_list("lines", flat=True)
    assert "".join(found).count("Bone March") == 1


@pytest.mark.django_db(transaction=True)
def test_workers_send_messages_in_lanes(slow, hook, receiver, settings, alice, bob):
    with serving(MuteServer()) as mute:
        settings.OUTBOUND_EXEMPT = frozenset({receiver.pair, mute.pair})
        add_hook(game_of(slow), bob, f"http://{mute.pair}/", "", list(TableKind))
        entry(slow, CAPTURE)
        later()
        sender = PostSender()
        sender.post_next()
        sender.post_next()
        wait_until(lambda: receiver.posts and mute.taken)
    sender.join(30)


def test_old_messages_are_removed(slow, hook):
    entry(slow, CAPTURE)
    old = timezone.now() - timedelta(days=messages.KEPT_DAYS + 1)
    TableMessage.objects.update(made_at=old)
    assert messages.remove_old_messages() == 1
