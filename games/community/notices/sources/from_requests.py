"""Notices about requests: a player voted for a pause or a bot, opened a rematch or declined it.

Notices about offers and proposed results come from `from_log`, those about seats from
`from_absence`. A person is notified of the same player's request at most once a day.
"""

from collections.abc import Iterable

from games.community.notices.notices import Draft, write
from games.community.notices.shared.kinds import TableKind
from games.community.notices.shared.messages import TableNews, active_hooks, write_messages
from games.community.trust.blocking import blocked_by, blockers_of
from games.drawing.display.offers import VOTES
from games.drawing.display.seating import player_name
from games.drawing.display.titles import name_in_sentence
from games.models import Game, Notice, Player, SeatHolder, User
from games.playing.clocks.time_controls import SLOW_FROM
from games.storage.store.database_time import moment_now
from games.storage.store.stored_game import StoredGame
from rules.sentences.words import isolated

Kind = Notice.Kind

REMATCH = "{name} wants a rematch of {table}. Your seat is ready."
"""The text for the players of a finished game."""

REMATCH_TO_REPLACED = (
    "{name} wants a rematch of {table}. Join it from My games once a seat is left for you."
)
"""The text for those whose seat somebody took over."""

REMATCH_IN_PUBLIC = "{name} wants a rematch of {table}."
"""The text for the webhooks of the finished game."""

REMATCH_REFUSED = "{name} said no to the rematch, {table}."
"""The text for those who wait for a rematch."""

REMATCH_SEAT_FREE = "The rematch of {table} has a seat for you. Join it from My games."
"""The text for those whose seat somebody took over, once a seat is left for them."""


def notify_vote(stored: StoredGame, seat: int, what: str, about: int) -> None:
    """Notify the other players of a first vote, cast by `seat`; the game must be locked."""
    game = _game(stored.id)
    players = {player.seat: player for player in _players(game)}
    asked = set(stored.people) - {seat}
    name = player_name(players[about]) if about in players else ""
    who = player_name(players[seat])
    text = VOTES[what].format(who=who, name=name, table=name_in_sentence(game))
    cause = f"{what} {about} {players[seat].user_id} {moment_now():%Y-%m-%d}"
    _write(game, _known(players[one].user_id for one in sorted(asked)), cause, text)


def notify_next_table(over: int, opener: Player) -> None:
    """Notify all players of a finished game, even replaced ones, that `opener` opened a rematch.

    Nobody is notified who has blocked the opener or whom the opener has blocked.
    """
    game, user = _game(over), opener.user
    if user is None:
        return
    parts = {"name": player_name(opener), "table": name_in_sentence(game)}
    cause = f"next {opener.user_id} {moment_now():%Y-%m-%d}"
    seated = set(_known(player.user_id for player in _players(game)))
    sat = SeatHolder.objects.filter(player__game=game, user__isnull=False)
    replaced = set(_known(sat.values_list("user", flat=True))) - seated
    apart = {user.pk, *blocked_by(user), *blockers_of(user, seated | replaced)}
    _write(game, sorted(seated - apart), cause, REMATCH.format(**parts))
    _write(game, sorted(replaced - apart), cause, REMATCH_TO_REPLACED.format(**parts))
    line = (TableKind.GAME, REMATCH_IN_PUBLIC.format(**parts))
    write_messages(TableNews(over, (line,)), active_hooks([over]).get(over, []))


def notify_refusal(following: int, waiting: Iterable[int], who: User) -> None:
    """Notify the players who wait for a rematch, once, that a former player has said no."""
    game = _game(following)
    text = REMATCH_REFUSED.format(name=isolated(who.name), table=name_in_sentence(game))
    _write(game, list(waiting), f"no {who.pk}", text)


def notify_free_seat(over: int, following: str, users: Iterable[int]) -> None:
    """Notify replaced players of a finished game, once, of a free seat in its rematch."""
    game = _game(over)
    text = REMATCH_SEAT_FREE.format(table=name_in_sentence(game))
    _write(game, list(users), f"free {following}", text)


def _game(number: int) -> Game:
    names = ("code", "title", "host__name", "turn_seconds")
    return Game.objects.select_related("host").only(*names).get(pk=number)


def _players(game: Game) -> list[Player]:
    return list(Player.objects.public().filter(game=game).select_related("user"))


def _known(users: Iterable[int | None]) -> list[int]:
    return [user for user in users if user is not None]


def _write(game: Game, users: list[int], cause: str, text: str) -> None:
    is_live = game.turn_seconds < SLOW_FROM
    write([Draft(user, Kind.REQUESTED, game.pk, cause, text, is_live) for user in users])
