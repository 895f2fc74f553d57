"""How Django knows this part of the site."""

from typing import Any

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Games, players and accounts."""

    name = "games"

    def ready(self) -> None:
        """Let the hub hear of what this process itself has done."""
        from django.db.models.signals import post_migrate

        from games.hub import hub
        from games.lobby import lobby_changed
        from games.play import game_moved
        from games.roles import settle_groups

        def take(**told: Any) -> None:
            hub.take(told["stored"], told["state"], told["rows"], told["moved_at"])

        def wake(**_: Any) -> None:
            hub.wake()

        game_moved.connect(take, weak=False)
        lobby_changed.connect(wake, weak=False)
        # Every migrate leaves the roles with the permissions they are to have.
        post_migrate.connect(settle_groups, sender=self)
