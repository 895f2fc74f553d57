"""Links in mail that answer one open request: signed, and without a log-in.

A link is an answer of one user, at one seat, to one request. The request is looked up when the link
is followed, so nothing is stored, and a link dies with its request. The signature depends on the
password and on `logins_ended`, as sessions do: after a new password, older links are invalid.
"""

from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass
from datetime import timedelta

from django.core import signing
from django.urls import reverse

from games.community.trust.restrictions import KEEPING_OUT, in_force
from games.models import User
from games.numbers import whole_number

YES, NO = "yes", "no"
"""The answers."""

LINK_AGE = timedelta(days=30)
"""How long a link works if its request is open that long."""

_SEPARATOR = "."


@dataclass(frozen=True, slots=True)
class AnswerLink:
    """A link for a mail: the kind and text of its request, its label and its path.

    `heading` is the table's, "" if the answer is not about one table; `words` are the sender's own,
    "" if there are none.
    """

    kind: str
    heading: str
    text: str
    words: str
    label: str
    path: str


AnswerLinks = Callable[[User, str], Sequence[AnswerLink]]
"""A function that returns the links of a user at the table with a code."""


@dataclass(frozen=True, slots=True)
class LinkedAnswer:
    """What a link says: an answer to a request to the player at a seat of a game.

    `mark` identifies the request among those of its `kind`, until a take-back begins another
    `epoch` of the game (FAIR-6). `answer` is YES or NO.
    """

    kind: str
    code: str
    seat: int
    epoch: int
    mark: str
    answer: str


def answer_path(user: User, answer: LinkedAnswer) -> str:
    """Return the secret path of a page on which this user can give an answer."""
    signed = _signer(user).sign_object(astuple(answer))
    return reverse("answer_by_link", args=[f"{user.pk}{_SEPARATOR}{signed}"])


def read_token(token: str) -> tuple[User, LinkedAnswer] | None:
    """Return who answers by a link's token, and what; None if it is forged or out of date.

    The links of a user whom a measure keeps out do not work.
    """
    key, _, signed = token.partition(_SEPARATOR)
    user = User.objects.filter(pk=whole_number(key) or 0, is_active=True).first()
    if user is None:
        return None
    try:
        fields = _signer(user).unsign_object(signed, max_age=LINK_AGE)
    except signing.BadSignature:
        return None
    return None if in_force(user, *KEEPING_OUT) else (user, LinkedAnswer(*fields))


def _signer(user: User) -> signing.TimestampSigner:
    salt = f"answer-by-link {user.pk} {user.get_session_auth_hash()}"
    return signing.TimestampSigner(sep=_SEPARATOR, salt=salt)
