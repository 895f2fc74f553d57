"""The site's settings for browser tests of the bundles: known chance, and plain maps."""

from tests.support.browser.plain import *  # noqa: F403
from tests.support.browser.plain import ROOT, STATICFILES_DIRS

STATICFILES_DIRS = [ROOT / "castlerisk_site" / "bundles", *STATICFILES_DIRS]
