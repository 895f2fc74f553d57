"""All settings, read from the environment; with none set, the site runs locally on SQLite.

Each module here has the settings of one subject; `variables` parses the environment. Modules of
`games` read them through `django.conf`. Imports nothing else from the site.

CASTLERISK_DEBUG   true shows tracebacks to visitors: never on a public site
CASTLERISK_HOSTS   the host names of the site, separated by commas
CASTLERISK_HTTPS   true if the site is reached over HTTPS: plain HTTP is then redirected, and
                   cookies are sent over HTTPS only; it needs CASTLERISK_ADDRESS and
                   CASTLERISK_PROXIES, and the outermost proxy must send X-Forwarded-Proto
CASTLERISK_VAR     the folder for persistent data: database and secrets
CASTLERISK_SEED_KEY  the file with the keys that encrypt the seeds of running games, by default
                   seed-key in that folder; one key per line, the first one encrypts, all decrypt
CASTLERISK_SIGNING_KEY  the file with the keys that sign seals and games, by default signing-key in
                   that folder; one key per line, the first one signs
CASTLERISK_MAIL    how mail is sent, as smtp+tls://user:password@host:port; without it, mail is
                   printed on the terminal; filemail:////folder writes it to files
CASTLERISK_MAIL_FROM  the sender of mail
CASTLERISK_ADDRESS the address of the site as players type it, as https://host: every link in
                   emails, notices and invitations begins with it; without it (and without
                   CASTLERISK_HTTPS) they begin with the address that `serve` prints
CASTLERISK_CONTACT how to reach the operator of the site, an email address or https://...: shown on
                   every page, and in emails about measures
CASTLERISK_GOOGLE_CLIENT_ID, CASTLERISK_GOOGLE_CLIENT_SECRET  the keys for log-in by Google; so too
                   CASTLERISK_DISCORD_... and CASTLERISK_GITHUB_...; without both, it is not offered
CASTLERISK_OUTBOUND_EXEMPT  host:port pairs, separated by commas, that webhooks and pushes may
                   reach although they are not public, and without HTTPS: for tests only
CASTLERISK_PROXIES the number of our own proxies in front of the site, 0 by default
CASTLERISK_CONNECTIONS  the maximum number of open connections per web process, 10000 by default;
                   fewer if its limit on open files is lower
CASTLERISK_SOCKETS_PER_ADDRESS  live pages open at once from one IPv4 address or IPv6 /64, per
                   web process, 100 by default: enough for a school or a club
CASTLERISK_SOCKETS_PER_ACCOUNT  the same for one account, 20 by default
CASTLERISK_WORK_PER_ADDRESS  the reserve of processor time for the requests of one address, in
                   seconds per web process, 10 by default; each second restores a thirtieth of it
CASTLERISK_LOGS    json logs one line of JSON per request and event; anything else logs text
CASTLERISK_METRICS the addresses that may read /metrics, separated by commas; by default only
                   this machine
DATABASE_URL       another database, as postgres://user:password@host:port/name
CASTLERISK_PGBOUNCER  true if DATABASE_URL points to PgBouncer in transaction mode
REDIS_URL          needed if there are several web processes, which use it to announce changes of
                   tables and to share rate limits; as redis://user:password@host:port/number
"""

from castlerisk_site.settings.accounts import *
from castlerisk_site.settings.admin import *
from castlerisk_site.settings.base import *
from castlerisk_site.settings.cache import *
from castlerisk_site.settings.data_folder import *
from castlerisk_site.settings.database import *
from castlerisk_site.settings.limits import *
from castlerisk_site.settings.login_providers import *
from castlerisk_site.settings.mail import *
from castlerisk_site.settings.monitoring import *
from castlerisk_site.settings.security import *
