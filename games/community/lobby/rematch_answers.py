"""Answers to a rematch: who is awaited, and who has said no."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from django.core.cache import cache
from django.db import transaction
from django.db.models import Count, Q

from games.community.lobby.joining import sent_away_key
from games.community.lobby.tables import announce_change, lock_table
from games.community.notices.sources.from_requests import notify_free_seat, notify_refusal
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

    def awaited_names(self, following: Game, reader: int | None) -> list[str]:
        """Return the names of the awaited; a user who reads this is “you”.

        A reader who cannot take a seat because of a block reads as much as a player whose seat the
        host freed: the others’ names, and nothing about the reader. To call them awaited would be
        an invitation that the table then refuses, and the refusal would show the block. Everybody
        else reads the same as without the block, so the sentence does not reveal it.
        """
        names = {user: isolated(who) for user, who in self.awaited.items()}
        if reader in names:
            names[reader] = YOU
            if _is_kept_apart(following, reader):
                del names[reader]
        return list(names.values())


_NONE = Answers({}, {}, {})


def _is_kept_apart(following: Game, user: int) -> bool:
    """Return whether a person at a table has blocked a user, or the user has blocked its host."""
    seated = Player.objects.filter(game=following, user__isnull=False).values("user")
    by_others = Q(from_user__in=seated, to_user=user)
    by_user = Q(from_user=user, to_user=following.host_id)
    return User.blocked.through.objects.filter(by_others | by_user).exists()


def answers_to(following: Game) -> Answers:
    """Return the answers to a rematch; for other tables there are none."""
    return _answers([following]).get(following.pk, _NONE)


def _answers(rematches: Collection[Game]) -> dict[int, Answers]:
    """Map the primary keys of rematches to the answers; four queries for any number."""
    games = {game.pk: game for game in rematches}
    ended = Game.objects.filter(next_game__in=games).order_by("-pk").only("pk", "next_game")
    over = {game.next_game_id: game.pk for game in ended if game.next_game_id is not None}
    if not over:
        return {}
    people = _people([*games, *over.values()])
    replaced = _replaced(over.values())
    hidden = LastVisit.objects.filter(game__in=over.values(), dismissed__isnull=False)
    dismissed = {
        (game, user): names or ()
        for game, user, names in hidden.values_list("game", "user", "dismissed")
    }
    keys = {sent_away_key(games[pk], user): (pk, user) for pk in over for user in people[over[pk]]}
    sent_away = {keys[key] for key in cache.get_many(keys)}
    found = {}
    for pk, last in over.items():
        seated, name = people[pk], refusal_of(games[pk].code)
        stayed = {user: who for user, who in people[last].items() if user not in seated}
        asked = {user: who for user, who in replaced[last].items() if user not in seated}
        said_no = {user for user in {**stayed, **asked} if name in dismissed.get((last, user), ())}
        answered = said_no | {user for user in stayed if (pk, user) in sent_away}
        found[pk] = Answers(
            awaited={user: stayed[user] for user in stayed if user not in answered},
            replaced={user: asked[user] for user in asked if user not in {*answered, *stayed}},
            refused={user: who for user, who in {**stayed, **asked}.items() if user in said_no},
        )
    return found


def _people(games: Collection[int]) -> defaultdict[int, dict[int, str]]:
    """Map games to the people in their seats, in seat order; without deactivated accounts."""
    seated: defaultdict[int, dict[int, str]] = defaultdict(dict)
    players = Player.objects.filter(game__in=games, user__is_active=True).order_by("seat")
    for game, user, name in players.values_list("game", "user", "user__name"):
        seated[game][user] = name
    return seated


def _replaced(games: Collection[int]) -> defaultdict[int, dict[int, str]]:
    """Map games to the people whose seats somebody took over, in seat order."""
    held: defaultdict[int, dict[int, str]] = defaultdict(dict)
    holders = SeatHolder.objects.filter(player__game__in=games, user__is_active=True)
    columns = ("player__game", "user", "user__name")
    for game, user, name in holders.order_by("player__seat").values_list(*columns):
        held[game][user] = name
    return held


_WAITS = "The rematch waits for {names}."


def waits_for(code: str, reader: int | None) -> str:
    """Return a sentence on whom a rematch with free seats waits for; "" if for nobody."""
    following = Game.objects.filter(code=code, status=Game.Status.OPEN).only("code", "host").first()
    if following is None or not _free_seats([following.pk]):
        return ""
    names = answers_to(following).awaited_names(following, reader)
    return _WAITS.format(names=listed(names)) if names else ""


def has_spare_seat(following: Game) -> bool:
    """Return whether a rematch has a seat for a player who was replaced in the finished game.

    Those who played to the end come first, the substitute among them. A replaced player gets a
    seat that is kept for nobody, usually after somebody has said no. The host’s link seats anybody,
    as at any table.
    """
    return bool(with_spare_seats([following]))


def with_spare_seats(rematches: Collection[Game]) -> set[int]:
    """Return the primary keys of the rematches that `has_spare_seat`; five queries at most."""
    if not rematches:
        return set()
    answers = _answers(rematches)
    free = _free_seats([game.pk for game in rematches])
    return {pk for pk, seats in free.items() if seats > len(answers.get(pk, _NONE).awaited)}


def _free_seats(games: Collection[int]) -> dict[int, int]:
    """Map the games that have free seats to their number."""
    free = Player.objects.filter(game__in=games, user=None, bot="").order_by()
    return dict(free.values("game").annotate(count=Count("pk")).values_list("game", "count"))


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
