"""A letter: everything that a channel shows of a game."""

from dataclasses import dataclass

from django.utils.translation import ngettext

from games.drawing.pictures.map_picture import MapPicture
from rules.sentences.words import paragraph

MOST_LINES = 5
"""The maximum number of lines about what happened."""


@dataclass(frozen=True, slots=True)
class LetterButton:
    """A link to the page where something is answered or shown."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class WaitingLine:
    """A sentence on what waits for the reader, and the links that answer it, if there are any."""

    sentence: str
    answers: tuple[LetterButton, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class Letter:
    """What a channel shows of a game, or of a notice without a game.

    `happened` are at most MOST_LINES sentences, the weightiest first; `more` is the number of
    others. `asked` is what the reader must do, `until` the deadline with the time left, and `waits`
    are the lines on offers, votes and messages; all may be empty. The first of the `buttons` is the
    main one; `away` leads to a vacation, if the reader may book one. `picture` is the map as
    spectators see it, `alt` the same in words.
    """

    subject: str
    heading: str = ""
    happened: tuple[str, ...] = ()
    more: int = 0
    asked: str = ""
    until: str = ""
    waits: tuple[WaitingLine, ...] = ()
    buttons: tuple[LetterButton, ...] = ()
    away: LetterButton | None = None
    picture: MapPicture | None = None
    alt: str = ""

    @property
    def url(self) -> str:
        """Return the URL of the main button."""
        return self.buttons[0].url

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the letter's sentences: what happened, what is asked until when, what waits."""
        asked = paragraph(self.asked, self.until)
        waits = (line.sentence for line in self.waits)
        return tuple(filter(None, (*self.happened, self.others, asked, *waits)))

    @property
    def others(self) -> str:
        """Return how many lines were left out; "" if none."""
        if not self.more:
            return ""
        text = ngettext("And {number} more event.", "And {number} more events.", self.more)
        return text.format(number=self.more)
