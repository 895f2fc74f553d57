"""Requests among players for tests: what makes one of each kind, all to the player at seat 1."""

from datetime import timedelta

from django.utils import timezone

from games.community.absence import votes
from games.community.lobby.invitations.invited_people import invite_people
from games.community.lobby.rematch import play_again
from games.community.notices.sources import from_log
from games.community.own_games.requests import RequestKind
from games.models import AbsenceStep, Game, LastVisit, Player, User
from games.playing.commit import new_step, save_clocks
from games.playing.play import play_moves
from games.storage.store.stored_game import load
from rules.cards import BattleCard
from rules.moves import AgreeResult, LayCards, OfferPact
from tests.support.tables.positions.diplomacy import deal
from tests.support.visitors.lobbies import FREE, LINK, finish, opened_by

HERO, FLEET = BattleCard.HERO, BattleCard.FLEET


def say_move(table, seat, *moves):
    play_moves(table.code, table.persons[seat], moves, key=table.key(), decision=None)


def take_step(table, step, seat):
    """Take a step of the absence ladder."""
    stored = load(table.code)
    save_clocks(stored, stored.clocks, new_step(stored, step, seat))


def vacate(table, seat=2):
    """Make a seat vacant, as after too many missed turns."""
    rows = Player.objects.filter(game__code=table.code, seat=seat)
    rows.update(is_vacant=True, own=False, control="steward", away_round=1)
    take_step(table, AbsenceStep.Step.OPENED, seat)


def ask_pause(table):
    votes.want_pause(table.code, table.persons[0])


def propose_result(table):
    say_move(table, 0, AgreeResult((0,)))


def offer_pact(table):
    say_move(table, 0, OfferPact((1,), ("peace",)))


def offer_trade(table):
    deal(table.code, {0: [HERO], 1: [FLEET]})
    say_move(table, 1, LayCards(0, (FLEET,)))
    say_move(table, 0, LayCards(1, (HERO,)))


def ask_captain(table):
    vacate(table)
    # One vote of two is not enough.
    votes.want_captain(table.code, table.persons[0], 2)


def take_seat(table):
    vacate(table)
    game = Game.objects.get(code=table.code)
    before = timezone.now() - timedelta(hours=1)
    LastVisit.objects.update_or_create(
        user=table.persons[1], game=game, defaults={"seen_at": before}
    )
    votes.substitute(table.code, User.objects.create_user("dora"), 2)


def open_next(table):
    finish(Game.objects.get(code=table.code))
    play_again(table.code, table.persons[0])


def invite(table):
    alice, bob = table.persons[0], table.persons[1]
    game = opened_by(alice, FREE, LINK, turn_seconds=86400, reaction_seconds=14400)
    invite_people(game.code, alice, [bob])


def stand_in(table):
    rows = Player.objects.filter(game__code=table.code, seat=1)
    rows.update(control="steward", away_round=1)
    take_step(table, AbsenceStep.Step.STEWARD, 1)


def lose_seat(table):
    vacate(table, 1)


CAUSES = {
    RequestKind.STAND_IN: (stand_in, "A stand-in plays for you."),
    RequestKind.OWN_SEAT_OPEN: (lose_seat, "Your seat is open to others."),
    RequestKind.PAUSE: (ask_pause, "Alice voted to pause the game."),
    RequestKind.RESULT: (propose_result, "Alice voted to end the game with a win for alice."),
    RequestKind.PACT: (offer_pact, "Alice offers you a pact: don’t attack each other"),
    RequestKind.TRADE: (offer_trade, "Alice offers you a trade: Hero for your "),
    RequestKind.CAPTAIN: (ask_captain, "Alice voted to give charlie’s seat to a bot."),
    RequestKind.SEAT_OPENED: (vacate, "Charlie’s seat is open to a new player."),
    RequestKind.SEAT_TAKEN: (take_seat, "Dora took over the open seat."),
    RequestKind.NEXT_TABLE: (open_next, "The rematch is ready, with a seat for you."),
    RequestKind.INVITED: (invite, "Alice invites you to a game of Greyhawk Castle Risk."),
}


def make(table, kind, capture):
    """Make a request of a kind at a table, and write its notices."""
    with capture(execute=True):
        CAUSES[kind][0](table)
    from_log.notice_moves()
