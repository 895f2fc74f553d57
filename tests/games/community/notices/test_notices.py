"""Notices about a game: who gets which, one for each cause, and their cost for a move."""

import random

from allauth.account.models import EmailAddress
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.community.absence.seat_changes import hand_over
from games.community.notices import notices
from games.community.notices.preferences import Choice, save_choice
from games.community.notices.sources import from_log
from games.models import Delivery, Game, Notice, Player
from games.playing.start import create_game, start_game
from games.storage.processes.partition import Partition
from rules import Options
from rules.questions import DecisionKind
from tests.support.tables.notices import game_of, told
from tests.support.tables.positions.pinned import pin
from tests.support.tables.tables import Table

Kind = Notice.Kind


LOST = (Kind.ATTACKED, Kind.OVER)


def kinds(user):
    return {kind for kind, _ in told(user)}


def entry(game, events, seat=0, by="player"):
    """Add an entry with public events to a game's log."""
    game.refresh_from_db()
    public, private = {"events": events}, {"move": {}, "draws": [], "events": []}
    game.moves.create(
        number=game.number + 1, seat=seat, by=by, public=public, private=private, round=game.round
    )
    Game.objects.filter(pk=game.pk).update(number=game.number + 1)


# Which notices are written


def test_a_start_notifies_every_person_once_and_no_bot(table, alice, bob):
    from_log.notice_moves()
    assert set(Notice.objects.values_list("user", flat=True)) == {alice.pk, bob.pk}
    mover, other = table.mover, bob if table.mover == alice else alice
    (start,), (move,) = Notice.objects.filter(user=other), Notice.objects.filter(user=mover)
    assert start.kind == Kind.STARTING and start.text.startswith("Play has started in ")
    assert move.kind == Kind.TURN and move.text.endswith(", and it’s your move.")


def test_the_player_to_move_gets_the_start_as_turn_or_as_start(table, alice, bob):
    """A player who wants mail about one of the two gets it; one who wants neither does not."""
    wants = {**Choice().channels, Kind.TURN: frozenset(), Kind.STARTING: frozenset()}
    EmailAddress.objects.create(user=table.mover, email="mover@example.org", verified=True)
    for kind, count in ((Kind.STARTING, 1), (Kind.TURN, 1), (Kind.OVER, 0)):
        Notice.objects.all().delete()
        Game.objects.update(noticed=-1)
        save_choice(table.mover, Choice({**wants, kind: frozenset(("site", "mail"))}))
        from_log.notice_moves()
        assert Delivery.objects.filter(notice__user=table.mover).count() == count


def test_only_the_player_to_move_is_notified(table):
    Game.objects.update(noticed=0)
    entry(game_of(table), [])
    from_log.notice_moves()
    newest = Notice.objects.filter(kind=Kind.TURN)
    assert {notice.user for notice in newest} == {table.mover}
    assert "your turn" in newest.get().text


def test_reading_the_log_again_repeats_no_notice(table):
    assert from_log.notice_moves() == 1 and Notice.objects.exists()
    before = set(Notice.objects.values_list("pk", flat=True))
    assert from_log.notice_moves() == 0
    Game.objects.update(noticed=-1)
    assert from_log.notice_moves() == 1
    assert set(Notice.objects.values_list("pk", flat=True)) == before


def test_overdue_games_of_other_workers_are_read_oldest_first(alice, bob, monkeypatch):
    monkeypatch.setattr(from_log, "BATCH", 1)
    games = [create_game([alice, bob], Options(quick=True)) for _ in range(2)]
    for game in games:
        start_game(game.code)
    nobodys = Partition(0, 10**9)
    assert from_log.notice_moves(nobodys) == 0
    for game, waited in zip(games, (2, 3), strict=True):
        moved_at = timezone.now() - waited * from_log.LATE
        Game.objects.filter(pk=game.pk).update(moved_at=moved_at)
    read = []
    while from_log.notice_moves(nobodys):
        read.append(set(Notice.objects.values_list("game", flat=True)))
    assert read == [{games[1].pk}, {games[0].pk, games[1].pk}]


def test_a_question_repeated_after_a_take_back_notifies_again(table):
    from_log.notice_moves()
    before = Notice.objects.filter(kind=Kind.TURN).count()
    game = game_of(table)
    entry(game, [], by="moderator")
    from_log.notice_moves()
    assert Notice.objects.filter(kind=Kind.TURN).count() == before
    Game.objects.filter(pk=game.pk).update(epoch=1)
    entry(game, [], by="moderator")
    from_log.notice_moves()
    assert Notice.objects.filter(kind=Kind.TURN).count() == before + 1


def test_the_player_who_just_moved_is_not_notified(table):
    from_log.notice_moves()
    game, mover = game_of(table), table.mover
    seat = table.state().decisions[0].seat
    (decision,) = game.decisions
    for by, count in (("player", 1), ("clock", 2)):
        # The next decision has a different number.
        decision["number"] += 1
        entry(game, [], seat, by)
        Game.objects.update(decisions=[decision])
        from_log.notice_moves()
        assert Notice.objects.filter(user=mover, kind=Kind.TURN).count() == count


RESPONSES = {
    *(DecisionKind.DEFEND, DecisionKind.STRIKE, DecisionKind.DICE, DecisionKind.COUNTER),
    *(DecisionKind.COUNTER_SPY, DecisionKind.FILL, DecisionKind.BLOCK_EVENT, DecisionKind.RUIN),
}
"""Decisions about what another player did or an event does; all others are a player's own."""


def test_every_decision_is_announced_as_a_turn_or_as_a_response(table):
    from_log.notice_moves()
    seat, mover = table.state().decisions[0].seat, table.mover
    for number, kind in enumerate(DecisionKind, start=1000):
        entry(game_of(table), [], seat, "clock")
        Game.objects.update(decisions=[{"seat": seat, "kind": kind, "number": number}])
        from_log.notice_moves()
        told_as = Notice.objects.get(user=mover, cause=f"decision {number}")
        is_response = kind in RESPONSES
        assert told_as.kind == (Kind.ASKED if is_response else Kind.TURN), kind
        assert told_as.text.startswith("You need to respond" if is_response else "It’s your turn")


LOSSES = [
    {"event": "attack_declared", "attacker": 0, "defender": 1, "source": "ratik",
     "target": "bone_march", "route": [], "aboard": 0},
    {"event": "captured", "seat": 0, "territory": "bone_march", "loser": 1},
    {"event": "attack_declared", "attacker": 0, "defender": 1, "source": "ratik",
     "target": "bone_march", "route": [], "aboard": 0},
    {"event": "card_lost", "seat": 1, "card": "hero", "rule": "ASN-2"},
]  # fmt: skip


def test_each_kind_of_loss_notifies_once_per_attackers_turn(table, alice, bob):
    game = game_of(table)
    from_log.notice_moves()
    entry(game, LOSSES)
    entry(game, LOSSES)
    from_log.notice_moves()
    attacked = [cause.split()[0] for kind, cause in told(bob) if kind in LOST]
    assert attacked == ["attack", "card", "loss"]
    assert Kind.ATTACKED not in kinds(alice)
    text = Notice.objects.get(user=bob, cause__startswith="loss").text
    assert text.startswith("You lost Bone March to alice")


def test_offers_notify_their_recipients(table, alice, bob):
    game = game_of(table)
    entry(
        game,
        [
            {"event": "cards_laid", "seat": 0, "partner": 1, "cards": ["hero"]},
            {"event": "pact_offered", "pact": 3, "seat": 1, "partners": [0, 2], "terms": [],
             "rounds": 2, "words": ""},
        ],
    )  # fmt: skip
    from_log.notice_moves()
    assert [cause for kind, cause in told(alice) if kind == Kind.OFFERED] == ["pact 3"]
    (trade,) = [cause for kind, cause in told(bob) if kind == Kind.OFFERED]
    assert trade.startswith("trade ")


def test_events_repeated_after_a_take_back_notify_again(table, bob):
    game = game_of(table)
    fall = {"event": "eliminated", "player": 1, "captor": 0, "territory": "ratik", "banners": []}
    entry(game, [*LOSSES, fall])
    from_log.notice_moves()
    before = [cause for kind, cause in told(bob) if kind in LOST]
    assert [cause.split()[0] for cause in before] == ["attack", "card", "loss", "out"]
    Game.objects.filter(pk=game.pk).update(epoch=1)
    entry(game, [*LOSSES, fall])
    from_log.notice_moves()
    after = [cause for kind, cause in told(bob) if kind in LOST]
    assert sorted(after) == sorted([*before, *(f"{cause} of 1" for cause in before)])


def test_eliminated_players_are_notified_of_the_end_only(table, bob):
    game = game_of(table)
    fall = {"event": "eliminated", "player": 1, "captor": 0, "territory": "ratik", "banners": []}
    entry(game, [fall])
    Player.objects.filter(game=game, seat=1).update(eliminated=1)
    from_log.notice_moves()
    assert Notice.objects.get(user=bob).cause == "out"
    entry(game, LOSSES)
    entry(game, [{"event": "game_over", "winners": [0], "reason": "agreed", "places": [[0], [1]]}])
    notices.notify(Kind.TIME, bob, game, "late", "You’re running out of time.")
    from_log.notice_moves()
    assert told(bob) == [(Kind.OVER, "end"), (Kind.OVER, "out")]


def over_of(table):
    """Add the end of a game to its log, and write its notices."""
    over = {"event": "game_over", "winners": [0], "reason": "agreed", "places": [[0], [1]]}
    entry(game_of(table), [over])
    from_log.notice_moves()


def test_players_who_left_are_notified_of_the_end(table, bob):
    Player.objects.filter(game=game_of(table), user=bob).update(own=False, control="bot")
    over_of(table)
    assert kinds(bob) == {Kind.OVER}


def test_replaced_players_are_notified_of_the_end(table, bob, charlie):
    game = game_of(table)
    Game.objects.filter(pk=game.pk).update(is_listed=False)
    hand_over(Player.objects.get(game=game, user=bob), charlie)
    over_of(table)
    for user in (bob, charlie):
        assert (Kind.OVER, "end") in told(user)


def test_eliminations_and_ends_are_mailed(table, bob):
    EmailAddress.objects.create(user=bob, email=bob.email, verified=True, primary=True)
    game = game_of(table)
    fall = {"event": "eliminated", "player": 1, "captor": 0, "territory": "ratik", "banners": []}
    entry(game, [fall])
    Player.objects.filter(game=game, seat=1).update(eliminated=1, own=False)
    over_of(table)
    mails = Delivery.objects.filter(notice__user=bob, channel="mail")
    assert sorted(mails.values_list("notice__cause", flat=True)) == ["end", "out"]


def test_the_end_notice_names_the_winner(table, bob):
    over = {"event": "game_over", "winners": [0], "reason": "agreed", "places": [[0], [1]]}
    entry(game_of(table), [over])
    from_log.notice_moves()
    text = Notice.objects.get(user=bob, kind=Kind.OVER).text
    assert text == f"Game {table.code} is over: alice won."


def test_a_whole_games_notices_cover_every_turn_and_no_secret(alice, bob):
    game = pin(create_game([alice, bob], Options(quick=True)), "n7game23")
    start_game(game.code)
    table = Table(game.code, {0: alice, 1: bob}, random.Random(3))
    turns = set()
    for _ in range(120):
        state = table.state()
        if state.is_over:
            break
        if state.round and state.turn is not None:
            turns.add((state.round, state.turn))
        table.answer()
        from_log.notice_moves()
    told_of = Notice.objects.filter(kind=Kind.TURN, text__contains="your turn")
    said = {(text, user) for user, text in told_of.values_list("user", "text")}
    seats = {0: alice.pk, 1: bob.pk}
    wanted = {
        (f"It’s your turn in game n7game23, round {round_}.", seats[seat]) for round_, seat in turns
    }
    assert len(turns) > 3 and said == wanted
    hidden = set(game.hidden_armies.values_list("salt", flat=True))
    assert not any(salt in text for salt in hidden for text in _texts())


def _texts():
    return list(Notice.objects.values_list("text", flat=True))


# Queries


def test_notices_add_no_query_to_a_move(table):
    with CaptureQueriesContext(connection) as queries:
        table.answer()
    tables = ("games_notice", "games_delivery", "games_lastvisit")
    assert not any(name in query["sql"] for query in queries for name in tables)
