"""The site's settings for browser tests: known chance, bundles, maps without relief, sea and paper.

These pictures are behind or above the territories and affect no layout. Without a GPU, redrawing
them whenever the map changes its size takes more than half of the browser's time.
"""

from pathlib import Path

from tests.support.browser.known import *  # noqa: F403
from tests.support.browser.known import STATICFILES_DIRS

STATICFILES_DIRS = [Path(__file__).parent / "plain_maps", *STATICFILES_DIRS]
