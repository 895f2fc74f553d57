"""Mail, and the other ways to reach people outside the site."""

from castlerisk_site.settings import variables
from castlerisk_site.settings.variables import env

_transport = variables.mail()
vars().update(_transport)
# Requests store mail in the outbox; workers send it with MAIL_TRANSPORT.
EMAIL_BACKEND = "games.community.notices.sending.outbox.OutboxBackend"
MAIL_TRANSPORT = {
    "django.core.mail.backends.smtp.EmailBackend": (
        "games.community.notices.channels.smtp.BoundedSmtp"
    )
}.get(_transport["EMAIL_BACKEND"], _transport["EMAIL_BACKEND"])
# The other transports write mail to the terminal or a file, or drop it.
HAS_MAIL_SERVER = _transport["EMAIL_BACKEND"] == "django.core.mail.backends.smtp.EmailBackend"
DEFAULT_FROM_EMAIL = env.str("CASTLERISK_MAIL_FROM", default="") or "Castlerisk <noreply@localhost>"
# The longest wait, in seconds, for a mail server that does not answer.
EMAIL_TIMEOUT = 10

CONTACT = variables.contact()
OUTBOUND_EXEMPT = frozenset(env.list("CASTLERISK_OUTBOUND_EXEMPT", default=[]))
