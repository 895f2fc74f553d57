"""The database: SQLite without DATABASE_URL, else PostgreSQL, perhaps behind PgBouncer."""

from castlerisk_site.settings import variables
from castlerisk_site.settings.data_folder import VAR

DATABASES = {"default": variables.database(VAR / "castlerisk.sqlite3")}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"] |= {
        # The threads that answer requests live as long as the process, so keep their connections.
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": 20,
            # A transaction that reads before it writes waits for the lock instead of failing.
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
            "PRAGMA mmap_size=134217728; PRAGMA journal_size_limit=27103364; "
            "PRAGMA cache_size=2000",
        },
        # Threads and processes of a test share one database file.
        "TEST": {"NAME": VAR / "test.sqlite3"},
    }
else:
    # PgBouncer in transaction mode may run each transaction of a client on another connection.
    IS_POOLED = variables.boolean("CASTLERISK_PGBOUNCER")
    DATABASES["default"] |= {
        "CONN_MAX_AGE": 0,
        # After a restart of PostgreSQL, a request must not get a stale connection.
        "CONN_HEALTH_CHECKS": True,
        "DISABLE_SERVER_SIDE_CURSORS": IS_POOLED,
        "OPTIONS": {
            # Planning a frequent statement takes longer than running it, so prepare it.
            "server_side_binding": True,
            "prepare_threshold": None if IS_POOLED else 3,
            # After a long outage, requests must not wait long for the next connection attempt.
            "pool": {"min_size": 2, "max_size": 10, "timeout": 4, "reconnect_timeout": 1},
            "connect_timeout": 3,
            # A crashed host closes no connection: notice it after about ten seconds of silence.
            "keepalives_idle": 5,
            "keepalives_interval": 2,
            "keepalives_count": 3,
            "tcp_user_timeout": 10_000,
        },
    }
    if not IS_POOLED:
        # A process that hangs while it holds a game's lock must not block the game forever.
        # PgBouncer refuses options: there the database's role has this setting.
        timeout = "-c idle_in_transaction_session_timeout=5000"
        DATABASES["default"]["OPTIONS"]["options"] = timeout
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
