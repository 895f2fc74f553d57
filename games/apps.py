"""How Django knows this part of the site."""

from typing import Any

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Games, players and accounts."""

    name = "games"
    verbose_name = "Moderation"

    def ready(self) -> None:
        """Let the hub and all other processes hear of what this process has done."""
        from django.contrib.auth.signals import user_logged_in
        from django.db.models.signals import post_migrate, pre_migrate

        from games.absence import step_taken
        from games.announcing import word
        from games.connecting import take_time
        from games.entering import game_moved
        from games.hub import hub
        from games.linked import notice_trace
        from games.lobby import lobby_changed
        from games.notice_steps import tell_step
        from games.roles import settle_groups

        def take(**told: Any) -> None:
            hub.take(told["stored"], told["state"], told["rows"])
            word().say(told["code"])

        def wake(**told: Any) -> None:
            hub.wake()
            word().say(told["code"])

        def come_in(request: Any, user: Any, **_: Any) -> None:
            notice_trace(request, user)

        game_moved.connect(take, weak=False)
        lobby_changed.connect(wake, weak=False)
        user_logged_in.connect(come_in, weak=False)
        step_taken.connect(tell_step)
        pre_migrate.connect(take_time, sender=self)
        # Every migrate leaves the roles with the permissions they are to have.
        post_migrate.connect(settle_groups, sender=self)
