"""Prepared members and tables for browser tests, made with the site's own functions.

The process `preparer` calls these: arguments and results are JSON. Members are logged in: a session
is the value of the cookie that their browsers send.
"""

import random
from datetime import UTC, datetime
from io import StringIO

from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP
from django.conf import settings
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from django.utils import timezone

from games.community.lobby import host, joining, tables
from games.community.lobby.quick_play import begin_now, open_now
from games.community.lobby.terms import SeatKind, TableTerms
from games.community.people.accounts import make_guest
from games.community.trust.roles import Role, give_role
from games.models import Delivery, Game, LastVisit, Move, Player, Presence, TableMessage, User
from games.playing.play import play_for
from games.playing.start import create_game, start_game
from games.storage.store.stored_game import load
from rules import Options, legal_moves
from rules.cards import BattleCard
from rules.chapters.diplomacy.pacts import PEACE
from rules.moves import DeclareAttack, Defend, OfferPact, Spy
from rules.questions import DecisionKind
from tests.support.tables.play_ahead import play_ahead
from tests.support.tables.positions.diplomacy import deal
from tests.support.tables.positions.trades import ASSASSIN, FLEET, HERO, Trading
from tests.support.tables.quick import VALUE
from tests.support.visitors.waiting import let_pass

AT_EASE = {"pace": "at once", "turn_seconds": 14400, "reaction_seconds": 3600}
"""Bots that move at once, and time controls that do not run out even on a slow machine."""

GAMES = 5
"""How many games are begun until one reaches the wanted point."""


def member(name):
    """Create a member; return their session."""
    return _session(_member(name))


def moderator(name, password, secret):
    """Create a moderator with a password and an authenticator."""
    user = User.objects.create_user(name, f"{name}@example.org", password)
    give_role(user, Role.MODERATOR)
    TOTP.activate(user, secret)


def _member(name):
    user = User.objects.create_user(name, f"{name}@example.org")
    EmailAddress.objects.create(user=user, email=user.email, primary=True)
    return user


def _session(user):
    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


# Points in a game, as conditions on its state and on the seats of its people


def begun(state, seats):
    """Return True: no move has to be played."""
    return True


def in_a_round(state, seats):
    """Return whether the set-up is over."""
    return bool(state.round)


def own_attacks(state, seats):
    """Return whether a person must decide about attacks, and can attack."""
    decision = state.decisions[0]
    if decision.kind is not DecisionKind.ATTACKS or decision.seat not in seats:
        return False
    return any(isinstance(move, DeclareAttack) for move in legal_moves(state, decision.seat))


def own_hero(state, seats):
    """Return whether a person can attack, and play a Hero."""
    return own_attacks(state, seats) and (
        BattleCard.HERO in state.players[state.decisions[0].seat].hand
    )


def own_assassin(state, seats):
    """Return whether a person can attack, and use an Assassin or a Spy."""
    return own_attacks(state, seats) and (
        BattleCard.ASSASSIN in state.players[state.decisions[0].seat].hand
    )


def own_landing(state, seats):
    """Return whether a person must say how many armies move in."""
    decision = state.decisions[0]
    return decision.kind is DecisionKind.MOVE_IN and decision.seat in seats


def own_second_attacks(state, seats):
    """Return whether a person can choose between attacks, and everybody has had a turn."""
    if state.round < 2 or not own_attacks(state, seats):
        return False
    moves = legal_moves(state, state.decisions[0].seat)
    attacks = {(move.source, move.target) for move in moves if isinstance(move, DeclareAttack)}
    return len(attacks) > 1


def own_spoils(state, seats):
    """Return whether a person must place spoils."""
    decision = state.decisions[0]
    return decision.kind is DecisionKind.SPOILS and decision.seat in seats


def own_spoils_and_spy(state, seats):
    """Return whether a person must place spoils, and may look at a hand with an Assassin before."""
    if not own_spoils(state, seats):
        return False
    return any(isinstance(move, Spy) for move in legal_moves(state, state.decisions[0].seat))


def own_defence(state, seats):
    """Return whether a person must defend, and may play a Fortification."""
    decision = state.decisions[0]
    if decision.kind is not DecisionKind.DEFEND or decision.seat not in seats:
        return False
    return BattleCard.FORTIFICATION in state.players[decision.seat].hand


def own_reveal(state, seats):
    """Return whether a person must defend, and may reveal hidden armies."""
    decision = state.decisions[0]
    if decision.kind is not DecisionKind.DEFEND or decision.seat not in seats:
        return False
    moves = legal_moves(state, decision.seat)
    return any(isinstance(move, Defend) and move.reveal for move in moves)


_POINTS = (
    *(begun, in_a_round, own_attacks, own_hero, own_assassin, own_landing),
    *(own_second_attacks, own_defence, own_reveal, own_spoils, own_spoils_and_spy),
)
POINTS = {each.__name__: each for each in _POINTS}


def _first_to_reach(until, begin):
    """Begin games until one reaches a point; return its code. People play as captains would.

    `begin` begins a game and returns its code. A person may be eliminated before the point.
    """
    for _ in range(GAMES):
        code = begin()
        if _play_to(until, code):
            return code
    raise AssertionError(f"{GAMES} games were over before {until}.")


def _play_to(until, code):
    """Play a game up to a point; return whether it was reached."""
    people = Player.objects.filter(game__code=code, user__isnull=False)
    seats = set(people.values_list("seat", flat=True))
    is_there = POINTS[until]
    source = random.Random(code)
    state = play_ahead(code, source, lambda state: is_there(state, seats), people="captain")
    return bool(state.decisions) and is_there(state, seats)


# Tables


@transaction.atomic
def quick_play(until="begun", **times):
    """Begin a game as Play now does for a new guest; return (code, [the guest's session]).

    `times` are time controls that replace the usual ones from the next decision on.
    """
    user = make_guest()

    def begin():
        code = open_now(user)
        begin_now(code, user, VALUE)
        Game.objects.filter(code=code).update(**{**AT_EASE, **times})
        return code

    return _first_to_reach(until, begin), [_session(user)]


@transaction.atomic
def table(
    people, until="begun", ruleset="greyhawk", captains=3, rounds=0, is_offered=False, **terms
):
    """Begin a quick game of new members, named `people`, and captains; return (code, sessions).

    `rounds` 0 means no limit; `terms` are fields of `TableTerms`. If `is_offered`, a captain has
    offered the first member a pact.
    """
    first, *others = users = [_member(name) for name in people]
    seats = (SeatKind.ME, *[SeatKind.LINK] * len(others), *[SeatKind.CAPTAIN] * captains)
    wanted = {"is_listed": False, **AT_EASE, **terms}
    options = Options(quick=True, rounds=rounds)

    def begin():
        code = tables.open_table(first, TableTerms(seats, options, ruleset, **wanted)).code
        for user in others:
            joining.join(code, user, is_invited=True, public_value=VALUE)
        if not others:
            host.start(code, first)
        return code

    code = _first_to_reach(until, begin)
    if is_offered:
        _offer_pact(code, first)
    return code, [_session(user) for user in users]


@transaction.atomic
def finished(people, captains=2, ruleset="greyhawk", rounds=2):
    """Play a quick game of new members, named `people`, and captains to its end.

    Returns (code, sessions).
    """
    users = [_member(name) for name in people]
    seats = [*users, *["captain"] * captains]
    code = create_game(seats, Options(quick=True, rounds=rounds), ruleset).code
    start_game(code)
    play_ahead(code, random.Random(code), people="captain")
    return code, [_session(user) for user in users]


def _offer_pact(code, user):
    seats = Player.objects.filter(game__code=code)
    partner = seats.get(user=user).seat
    captain = seats.filter(user__isnull=True).first().seat
    play_for(code, captain, OfferPact((partner,), (PEACE,), 3), Move.By.BOT, decision=None)


def absent_guest():
    """Begin a game as Play now does; return (code, [the guest's session]).

    The guest has not looked at the game since its first entry.
    """
    code, sessions = quick_play("own_second_attacks")
    player = Player.objects.get(game__code=code, user__isnull=False)
    LastVisit.objects.create(
        user=player.user, game=player.game, number=0, seen_at="2026-01-01T00:00:00Z"
    )
    return code, sessions


@transaction.atomic
def bots(names, ruleset, rounds):
    """Begin a quick game of bots alone, given by kind, for spectators; return its code."""
    code = create_game(names, Options(quick=True, rounds=rounds), ruleset).code
    Game.objects.filter(code=code).update(**AT_EASE)
    start_game(code)
    return code


def trading(names):
    """Begin a game of three for tests of diplomacy.

    Returns (code, sessions, seats); `seats` has the player on turn, then the two who trade.
    """
    users = [User.objects.create_user(name) for name in names]
    game = Trading(users, "browsera")
    deal(game.code, {game.turn: [ASSASSIN], game.one: [HERO], game.other: [FLEET]})
    Game.objects.filter(code=game.code).update(turn_seconds=3600, reaction_seconds=3600)
    return game.code, [_session(user) for user in users], (game.turn, game.one, game.other)


def audit(code):
    """Return what the command `audit` prints about a game."""
    printed = StringIO()
    call_command("audit", code, stdout=printed)
    return printed.getvalue()


def let_hours_pass(code, hours):
    """Let hours pass for a game."""
    let_pass(code, hours * 3600)


def send_now():
    """Let what waits for its first attempt be due: mail, and messages to channels."""
    for model in (Delivery, TableMessage):
        waiting = model.objects.filter(state=model.State.WAITING, tries=0)
        waiting.update(next_at=timezone.now())


def asked(code):
    """Return the names of the people for whom a game waits; [] if it is over."""
    state = load(code).state()
    seats = {decision.seat for decision in state.decisions}
    players = Player.objects.filter(game__code=code, seat__in=seats, user__isnull=False)
    return list(players.values_list("user__name", flat=True))


def has_left(name, since, code):
    """Return whether the site has stored that a person left a table after a time, in seconds.

    Of waiting rooms it stores only who is there.
    """
    if Game.objects.get(code=code).status == Game.Status.OPEN:
        return not Presence.objects.filter(user__name=name).exclude(codes=[]).exists()
    moment = datetime.fromtimestamp(since, UTC)
    return LastVisit.objects.filter(user__name=name, seen_at__gte=moment).exists()
