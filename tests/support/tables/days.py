"""A slow game in accelerated time: its people come when they are asked, and get their mail."""

import contextlib
import random
from collections import Counter
from datetime import timedelta

from allauth.account.models import EmailAddress
from django.db.models import F

from games.community.notices.sending import deliveries
from games.community.notices.sources import from_log
from games.exceptions import TooFast
from games.models import Delivery, Game, LastVisit, Message, Move, Notice
from games.playing.play import play_move
from games.playing.start import create_game, start_game
from games.storage.store.database_time import moment_now
from games.storage.store.stored_game import load
from games.web.worker import due
from rules import BOTS, IllegalMove, Options, view
from rules.moves import AnswerPact, OfferPact
from tests.support.tables.slow_games import SLOW
from tests.support.visitors.waiting import item, let_pass

HOUR = 3600
MOMENTS = (
    (Notice, "made_at"),
    (Notice, "read_at"),
    (Delivery, "next_at"),
    (Delivery, "done_at"),
    (LastVisit, "seen_at"),
    (Move, "made_at"),
    (Message, "said_at"),
)
"""The stored times that move back when hours pass."""


class Days:
    """A slow game of several people, each with a confirmed address; `random` decides for them."""

    def __init__(self, people, seed=7, ruleset="greyhawk", **options):
        self.random, self.people = random.Random(seed), people
        for user in people:
            address = {"email": user.email, "verified": True, "primary": True}
            EmailAddress.objects.get_or_create(user=user, defaults=address)
        game = create_game(
            people, Options(**{"quick": True, "pace": "correspondence", **options}), ruleset
        )
        Game.objects.filter(pk=game.pk).update(**SLOW, title="Friends")
        start_game(game.code)
        self.code, self.pk, self.keys = game.code, game.pk, iter(range(10**6))
        self.work()

    @property
    def state(self):
        return load(self.code).state()

    def work(self):
        """Do what workers do: write and deliver notices."""
        from_log.notice_moves()
        while deliveries.deliver_next(deliveries.BY_MAIL):
            pass

    def pass_hours(self, hours):
        """Let hours pass, a quarter of an hour at a time."""
        for _ in range(round(hours * 4)):
            let_pass(self.code, HOUR // 4)
            for model, column in MOMENTS:
                earlier = F(column) - timedelta(seconds=HOUR // 4)
                model.objects.update(**{column: earlier})
            while (found := item(self.code, "clock")) and found.when <= moment_now():
                due.fire(found)
            self.work()

    def look(self, user):
        """Let a person look at the game."""
        number = Game.objects.get(pk=self.pk).number
        seen = {"seen_at": moment_now(), "number": number}
        LastVisit.objects.update_or_create(user=user, game_id=self.pk, defaults=seen)
        Notice.objects.filter(user=user, game=self.pk, read_at=None).update(read_at=moment_now())

    def answer(self):
        """Answer the first open decision as a captain would; return its player."""
        state = self.state
        decision = state.decisions[0]
        user = self.people[decision.seat]
        move = BOTS["captain"](self.random).choose(view(state, decision.seat))
        key = f"days-{next(self.keys)}"
        play_move(self.code, user, move, key=key, decision=decision.number)
        return user

    def talk(self, user):
        """Let a person accept the pacts they are offered, and offer one to the next player."""
        seat, state = self.people.index(user), self.state
        if not state.round:
            return
        for pact in view(state, seat).offered_pacts:
            self.declare(user, AnswerPact(pact.number, self.random.random() < 0.5))
        others = [one for one in state.living() if one != seat]
        partner = others[self.random.randrange(len(others))]
        self.declare(user, OfferPact((partner,), ("peace",), 1, "Until the north is quiet?"))
        from_log.notice_moves()

    def declare(self, user, move):
        """Make a move that answers no decision."""
        with contextlib.suppress(IllegalMove, TooFast):
            play_move(self.code, user, move, key=f"days-{next(self.keys)}", decision=None)

    def look_in(self):
        """Let somebody look at the game unasked, as people do once a day or so."""
        state = self.state
        seat = self.random.choice(state.living())
        if all(decision.seat != seat for decision in state.decisions):
            self.look(self.people[seat])
            self.talk(self.people[seat])

    def session(self):
        """Let the first person whom the game waits for look at it, and answer all they can."""
        user = self.people[self.state.decisions[0].seat]
        self.look(user)
        self.talk(user)
        while (state := self.state).decisions and self.people[state.decisions[0].seat] == user:
            self.answer()
            from_log.notice_moves()
        self.look(user)
        self.work()
        return user


def mails_before():
    """Return how many mails one mail for each notice would have been, without gathering."""
    told = Notice.objects.exclude(kind=Notice.Kind.TRIAL)
    return sum(notice.withheld.get("mail", "next") == "next" for notice in told)


def letters():
    """Return the number of emails sent, by user name: one for each moment."""
    sent = Delivery.objects.filter(channel=Delivery.Channel.MAIL, state=Delivery.State.SENT)
    return Counter(user for user, _ in set(sent.values_list("notice__user__name", "done_at")))
