"""How Django knows this part of the site."""

from typing import Any

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Games, players and accounts."""

    name = "games"

    def ready(self) -> None:
        """Let the hub and all other processes hear of what this process has done."""
        from games.announcing import word
        from games.hub import hub
        from games.lobby import lobby_changed
        from games.play import game_moved

        def take(**told: Any) -> None:
            hub.take(told["stored"], told["state"], told["rows"], told["moved_at"])

            word().say(told["code"])

        def wake(**told: Any) -> None:
            hub.wake()
            word().say(told["code"])

        game_moved.connect(take, weak=False)
        lobby_changed.connect(wake, weak=False)
