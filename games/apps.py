"""How Django knows this part of the site."""

from typing import Any

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Games, players and accounts."""

    name = "games"

    def ready(self) -> None:
        """Let the hub hear of what this process itself has done."""
        from games.hub import hub
        from games.lobby import lobby_changed
        from games.play import game_moved

        def take(**told: Any) -> None:
            hub.take(told["stored"], told["state"], told["rows"])

        def wake(**_: Any) -> None:
            hub.wake()

        game_moved.connect(take, weak=False)
        lobby_changed.connect(wake, weak=False)
