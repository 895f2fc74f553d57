"""Answers to a rematch: who is awaited, and who has said no."""

from dataclasses import dataclass

from django.core.cache import cache
from django.db import transaction

from games.community.lobby.joining import sent_away_key
from games.community.lobby.tables import announce_change, lock_table
from games.community.notices.from_requests import notify_free_seat, notify_refusal
from games.models import Game, LastVisit, Player, SeatHolder, User
from rules.sentences.words import YOU, isolated, listed


@dataclass(frozen=True, slots=True)
class Answers:
    """The former players without a seat in a rematch: primary keys and names, in seat order.

    `awaited`: those who played to the end and have not answered; a seat is kept for each.
    `replaced`: those whose seat somebody took over, who have not answered either.
    """

    awaited: dict[int, str]
    replaced: dict[int, str]
    refused: dict[int, str]

    def awaited_names(self, reader: int | None) -> list[str]:
        """Return the names of the awaited; a user who reads this is “you”."""
        return [YOU if user == reader else isolated(who) for user, who in self.awaited.items()]


_NONE = Answers({}, {}, {})


def answers_to(following: Game) -> Answers:
    """Return the answers to a rematch; for other tables there are none."""
    over = Game.objects.filter(next_game=following).values_list("pk", flat=True).first()
    if over is None:
        return _NONE
    seated = Player.objects.filter(game=following, user__isnull=False).values("user")
    players = Player.objects.filter(game=over, user__is_active=True).order_by("seat")
    holders = SeatHolder.objects.filter(player__game=over, user__is_active=True)
    columns = ("user", "user__name")
    ended = dict(players.exclude(user__in=seated).values_list(*columns))
    asked = dict(holders.exclude(user__in=seated).order_by("player__seat").values_list(*columns))
    name = refusal_of(following.code)
    visits = LastVisit.objects.filter(game=over, user__in={**ended, **asked})
    hidden = visits.filter(dismissed__isnull=False).values_list("user", "dismissed")
    said_no = {user for user, names in hidden if name in (names or ())}
    keys = {sent_away_key(following, user): user for user in ended}
    answered = said_no.union(keys[key] for key in cache.get_many(keys))
    return Answers(
        awaited={user: ended[user] for user in ended if user not in answered},
        replaced={user: asked[user] for user in asked if user not in {*answered, *ended}},
        refused={user: who for user, who in {**ended, **asked}.items() if user in said_no},
    )


_WAITS = "The rematch waits for {names}."


def waits_for(code: str, reader: int | None) -> str:
    """Return a sentence on whom a rematch with free seats waits for; "" if for nobody."""
    following = Game.objects.filter(code=code, status=Game.Status.OPEN).only("code").first()
    if following is None or not _free_seats(following):
        return ""
    names = answers_to(following).awaited_names(reader)
    return _WAITS.format(names=listed(names)) if names else ""


def has_spare_seat(following: Game) -> bool:
    """Return whether a rematch has a seat for a player who was replaced in the finished game.

    Those who played to the end come first, the substitute among them. A replaced player gets a
    seat that is kept for nobody, usually after somebody has said no. The host’s link seats anybody,
    as at any table.
    """
    return _free_seats(following) > len(answers_to(following).awaited)


def _free_seats(following: Game) -> int:
    return following.players.filter(user=None, bot="").count()


# Saying no


def refusal_of(code: str) -> str:
    """Return the name of the request to join the rematch `code`; dismissing it means no."""
    return f"next {code}"


@transaction.atomic
def announce_refusal(over: Game, user: User, name: str) -> None:
    """Tell the waiting players if the dismissed request `name` was for the rematch of a game.

    Replaced players hear of the seat that this frees for them.
    """
    following = Game.objects.filter(last_games=over, status=Game.Status.OPEN).only("code").first()
    if following is None or name != refusal_of(following.code):
        return
    table = lock_table(following.code)
    answers = answers_to(table.game)
    if table.game.status != Game.Status.OPEN or user.pk not in answers.refused:
        return
    notify_refusal(table.game.pk, table.persons(), user)
    if len(table.free_seats()) > len(answers.awaited):
        notify_free_seat(over.pk, following.code, answers.replaced)
    announce_change(table.game)
