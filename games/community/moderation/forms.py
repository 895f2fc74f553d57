"""The report form: what is reported, the category, and a description."""

import secrets
from typing import Any

from django import forms

from games.drawing.display.seating import player_name
from games.models import LONGEST_WORDS, Game, Message, Player, Report, User

SHOWN_MESSAGES = 8
_SHORT = 60


class ReportForm(forms.Form):
    """What is reported: a game, a seat, a message, or a person's name."""

    what = forms.ChoiceField(label="What are you reporting?", widget=forms.RadioSelect)
    category = forms.ChoiceField(
        label="Reason", choices=Report.Category.choices, widget=forms.RadioSelect
    )
    words = forms.CharField(
        label="Details",
        help_text="What happened, and when? The chat and the moves are saved with your report.",
        max_length=LONGEST_WORDS,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    key = forms.CharField(max_length=64, widget=forms.HiddenInput)

    def __init__(self, what: list[tuple[str, str]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chosen = self.fields["what"]
        if isinstance(chosen, forms.ChoiceField):
            chosen.choices = what
        self.fields["key"].initial = secrets.token_urlsafe(12)
        if len(what) == 1:
            self.fields["what"].initial = what[0][0]

    def target(self) -> dict[str, Any]:
        """Return the target as keyword arguments for `reports.make`."""
        about, _, number = self.cleaned_data["what"].partition(":")
        if about in (Report.About.SEAT, Report.About.MESSAGE):
            return {"about": about, about: int(number)}
        return {"about": about}


def things_of_game(game: Game, user: User, message: int | None) -> list[tuple[str, str]]:
    """Return what can be reported in a game: the game, its people, and the latest messages.

    Before the game starts, only its title and messages can be reported.
    """
    if game.status == Game.Status.OPEN:
        is_titled = game.title and game.host_id != user.pk
        title = [("game", _TITLE.format(title=game.title))] if is_titled else []
        return [*title, *_messages(game, user, message, is_playing=True)]
    players = Player.objects.public().filter(game=game).select_related("user").order_by("seat")
    seats = [
        (f"seat:{player.seat}", _PLAYER.format(player=player_name(player)))
        for player in players
        if player.user_id not in (None, user.pk)
    ]
    is_playing = players.filter(user=user, own=True, eliminated=0).exists()
    return [("game", "The game itself"), *seats, *_messages(game, user, message, is_playing)]


def _messages(
    game: Game, user: User, message: int | None, is_playing: bool
) -> list[tuple[str, str]]:
    found = Message.objects.filter(game=game, is_system=False).exclude(author=user)
    if is_playing and game.status != Game.Status.OVER:
        found = found.filter(room=Message.Room.PLAYERS)
    newest = list(found.select_related("author").order_by("-pk")[:SHOWN_MESSAGES])
    if message is not None and message not in [one.pk for one in newest]:
        newest += found.filter(pk=message).select_related("author")
    return [(f"message:{one.pk}", _named(one)) for one in newest]


def _named(message: Message) -> str:
    author = str(message.author or "A former player")
    if message.removed_at is not None:
        return _REMOVED.format(author=author)
    text = message.text if len(message.text) <= _SHORT else message.text[:_SHORT] + "…"
    return _SAID.format(author=author, text=text)


_TITLE = "The title “{title}”"
_PLAYER = "Player: {player}"
_REMOVED = "A removed message by {author}"
_SAID = "{author} said: “{text}”"
