"""Redis, and the cache, which stores the counters of rate limits."""

from castlerisk_site.settings import variables

REDIS_URL = variables.redis()
CACHES = {
    "default": {
        "BACKEND": "castlerisk_site.backends.redis_cache.FallbackCache",
        # A list, because Django would split a string at any separator in the password.
        "LOCATION": [REDIS_URL],
        "KEY_PREFIX": "castlerisk",
    }
    if REDIS_URL
    else {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    }
}
