"""The connection to the mail server, with one deadline for each attempt.

Only workers send mail. Everything else stores it in the outbox
(`games.community.notices.sending.outbox`).
"""

import logging
import smtplib
import socket
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.smtp import EmailBackend

from games.community.notices.channels.common import DeliveryOutcome, again, rests, sent
from games.community.notices.socket_deadline import SocketDeadline

logger = logging.getLogger(__name__)

WHOLE_SECONDS = 15.0
"""The time limit of an attempt, from the connection to the server's last reply."""

_UNREACHED = "The mail server could not be reached: {error}."
REFUSED_FOR_GOOD = (550, 551, 553)
"""The SMTP reply codes for an address that does not exist."""


class _Plain(smtplib.SMTP):
    """An SMTP client with a deadline, counted from the connection."""

    _deadline: SocketDeadline | None = None

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        connected = super()._get_socket(host, port, timeout)
        self._deadline = SocketDeadline(connected, WHOLE_SECONDS)
        return connected

    def close(self) -> None:
        """Close the connection and cancel its deadline."""
        super().close()
        if self._deadline is not None:
            self._deadline.cancel()


class _Encrypted(smtplib.SMTP_SSL, _Plain):
    """An SMTP client with implicit TLS; its deadline also covers the handshake."""


class BoundedSmtp(EmailBackend):
    """Django's SMTP backend, with a deadline for each connection."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        """Return the client class for a connection."""
        return _Encrypted if self.use_ssl else _Plain


def transport(**options: Any) -> Any:
    """Return a connection of the backend that sends mail; CASTLERISK_MAIL configures it."""
    return get_connection(settings.MAIL_TRANSPORT, **options)


def send(message: EmailMessage) -> DeliveryOutcome:
    """Send an email and return the outcome: sent, to be retried, or permanently refused."""
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
        return again(_UNREACHED.format(error=error.strerror or error))
    return sent()


def _words(text: bytes | str) -> str:
    return text.decode("utf-8", "replace") if isinstance(text, bytes) else text
