"""Django's configuration of the app, which connects its signals."""

from typing import Any

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """The app with games, players and accounts."""

    name = "games"
    verbose_name = "Moderation"

    def ready(self) -> None:
        """Connect the signals, so that open pages and other processes learn of changes."""
        from django.contrib.auth.signals import user_logged_in
        from django.db.models.signals import post_migrate, pre_migrate

        from games.community.lobby.tables import lobby_changed
        from games.community.notices.sources.from_absence import notify_step
        from games.community.trust.linked_accounts import notice_trace
        from games.community.trust.roles import settle_groups
        from games.playing.commit import game_moved, step_taken
        from games.storage.processes.connections import disable_idle_timeout
        from games.web.live.hub import hub
        from games.web.live.redis_pubsub import move_channel

        def count_move(**_: Any) -> None:
            # Importing counters creates their files, so do it only in processes that count.
            from games.storage.processes.metrics import moves

            moves.inc()

        def push_move(**sent: Any) -> None:
            hub.push_saved(sent["stored"], sent["state"], sent["rows"])
            move_channel().publish(sent["code"])

        def push_lobby(**sent: Any) -> None:
            hub.wake()
            move_channel().publish(sent["code"])

        def record_login(request: Any, user: Any, **_: Any) -> None:
            notice_trace(request, user)

        game_moved.connect(count_move, weak=False)
        game_moved.connect(push_move, weak=False)
        lobby_changed.connect(push_lobby, weak=False)
        user_logged_in.connect(record_login, weak=False)
        step_taken.connect(notify_step)
        pre_migrate.connect(disable_idle_timeout, sender=self)
        # Every `migrate` resets the roles to their defined permissions.
        post_migrate.connect(settle_groups, sender=self)
