"""The replay of a finished game for strangers: bare of names not agreed to, words and absences."""

from collections.abc import Collection
from dataclasses import replace

from games.community.sharing.names import shared_seating
from games.drawing.display.seating import seating_of
from games.models import PublicLink
from games.storage.store.stored_game import StoredGame
from games.table.replay.cast import Cast
from games.table.replay.eyes import Eyes, eyes_of
from games.table.replay.replay import Replay, replay_of
from rules import Event, view


class SharedEyes(Eyes):
    """Eyes that see no free text of players and moderators, and not who was away when."""

    __slots__ = ()

    def shown(self, events: Collection[Event]) -> tuple[Event, ...]:
        """Return the events that these eyes see, without what people wrote."""
        seen = super().shown(events)
        return tuple(
            replace(event, **event.unsaid) if event.unsaid else event
            for event in seen
            if not event.is_absence
        )


def shared_replay(stored: StoredGame, link: PublicLink, asked: str) -> Replay:
    """Return the replay of a link's game with the eyes asked for."""
    seating = shared_seating(link, seating_of(stored), view(stored.state(), None))
    chosen = eyes_of(asked, seating, None)
    return replay_of(stored, Cast(seating), SharedEyes(chosen.name, chosen.seats))
