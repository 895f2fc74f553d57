"""The site's settings for tests of what a browser fetches: known chance, bundles, whole maps."""

from tests.support.browser.known import *  # noqa: F403
from tests.support.browser.known import ROOT

STATICFILES_DIRS = [ROOT / "castlerisk_site" / "bundles", ROOT / "static"]
