"""How Django knows this part of the site."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Games, players and accounts."""

    name = "games"
