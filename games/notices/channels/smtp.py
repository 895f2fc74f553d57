"""The only connection to a mail server: each try has one deadline for all of it.

Only workers send. Everything else stores mail in the outbox (`games.outbox`).
"""

import logging
import smtplib
import socket
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.smtp import EmailBackend

from games.notices.channels.common import Outcome, again, rests, sent
from games.notices.socket_deadline import SocketDeadline

logger = logging.getLogger(__name__)

WHOLE_SECONDS = 15.0
"""The deadline of a try, from the connection to the server's last answer."""

REFUSED_FOR_GOOD = (550, 551, 553)
"""Answers of a mail server for an address that does not exist."""


class _Plain(smtplib.SMTP):
    """A client with a deadline, from the moment it is connected."""

    _deadline: SocketDeadline | None = None

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        connected = super()._get_socket(host, port, timeout)
        self._deadline = SocketDeadline(connected, WHOLE_SECONDS)
        return connected

    def close(self) -> None:
        """Close the connection."""
        super().close()
        if self._deadline is not None:
            self._deadline.cancel()


class _Encrypted(smtplib.SMTP_SSL, _Plain):
    """The same by TLS from the first byte: the handshake falls under the deadline too."""


class BoundedSmtp(EmailBackend):
    """Django's SMTP backend, with a deadline for each connection."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        """Return the client class for a connection."""
        return _Encrypted if self.use_ssl else _Plain


def transport(**options: Any) -> Any:
    """Return the backend that really sends, as CASTLERISK_MAIL names it."""
    return get_connection(settings.MAIL_TRANSPORT, **options)


def send(message: EmailMessage) -> Outcome:
    """Send a mail; return whether it was taken, may be tried again, or never will be taken."""
    message.connection = transport()
    try:
        message.send()
    except smtplib.SMTPRecipientsRefused as error:
        code, text = next(iter(error.recipients.values()))
        answer = f"{code} {_words(text)}"
        return rests(answer) if code in REFUSED_FOR_GOOD else again(answer)
    except smtplib.SMTPResponseException as error:
        return again(f"{error.smtp_code} {_words(error.smtp_error)}")
    except OSError as error:
        logger.warning("mail server error=%s", type(error).__name__)
        return again(f"The mail server could not be reached: {error.strerror or error}.")
    return sent()


def _words(text: bytes | str) -> str:
    return text.decode("utf-8", "replace") if isinstance(text, bytes) else text
