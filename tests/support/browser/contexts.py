"""Browser contexts that several tests use in turn: only the first one fetches the site's files."""

from collections import OrderedDict

from tests.support.visitors.patience import PATIENCE

MOST_FREE = 12
"""The number of unused contexts kept; each option set needs its own."""

SAME_PUBLIC_VALUE = """
    const random = crypto.getRandomValues.bind(crypto);
    crypto.getRandomValues = (array) => (array.length === 32 ? array.fill(7) : random(array));
"""
"""Fixes the public values that browsers draw, on which a game's dice depend."""

NAME_LOST_TARGETS = """document.addEventListener("htmx:targetError", ({ target }) => {
    const hasPanel = Boolean(document.getElementById("panel"));
    console.error("no target for", target.outerHTML.slice(0, 300), document.readyState, hasPanel);
});"""
"""Says in the console which element's request has no target."""


class Contexts:
    """The contexts of a browser. A context keeps nothing but its HTTP cache between tests."""

    def __init__(self, browser):
        self._browser = browser
        self._free = OrderedDict()

    def take(self, address, **options):
        """Return a context for the site at an address, used before or new."""
        free = self._free.pop(_key(address, options), None)
        return free or self._opened(address, options)

    def _opened(self, address, options):
        context = self._browser.new_context(base_url=address, **options)
        context.set_default_timeout(1000 * PATIENCE)
        context.add_init_script(SAME_PUBLIC_VALUE)
        context.add_init_script(NAME_LOST_TARGETS)
        return context

    def give_back(self, context, address, **options):
        """Close all pages of a context, and clear its cookies and what the site stored in it."""
        for page in context.pages:
            page.close()
        context.clear_cookies()
        page = context.new_page()
        everything = {"origin": address, "storageTypes": "all"}
        context.new_cdp_session(page).send("Storage.clearDataForOrigin", everything)
        page.close()
        key = _key(address, options)
        # Two visitors of one test may have the same options.
        self._close(self._free.pop(key, None))
        self._free[key] = context
        if len(self._free) > MOST_FREE:
            self._close(self._free.popitem(last=False)[1])

    def _close(self, context):
        if context is not None:
            context.close()


def _key(address, options):
    return address, repr(sorted(options.items()))
