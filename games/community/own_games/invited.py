"""A person's open invitations to tables, as requests."""

from collections.abc import Iterator

from games.community.lobby.invitations.received import invitation_text, invitations_of
from games.community.lobby.table_summaries import tables_for
from games.community.own_games.requests import GameFacts, PlayerRequest, requests_of
from games.models import NOBODY, User
from rules import RULESETS


def invitation_requests(user: User) -> Iterator[PlayerRequest]:
    """Yield a request to join each table to which the person is invited by name."""
    games = invitations_of(user)
    for game, table in zip(games, tables_for(games, user), strict=True):
        yield from requests_of(
            GameFacts(
                code=game.code,
                heading=table.heading,
                ruleset=RULESETS[game.ruleset],
                seat=NOBODY,
                names=(),
                next_seal=game.seed_commitment,
                invitation=invitation_text(game, table),
            )
        )
