"""Real touches of a page with a touch screen: pinch and double tap on the map."""

from time import time

SPREAD = (20, 40, 60, 80)
"""Half the distance between two fingers while they move apart, in pixels."""
BETWEEN = 0.1
"""Seconds between the taps of a double tap, by the browser's clock."""

FREE_SPOT = """() => {
    const { left, top, width, height } = document.querySelector('.board-viewport')
        .getBoundingClientRect();
    for (let across = 0.2; across < 0.9; across += 0.05) {
        for (let down = 0.3; down < 0.8; down += 0.05) {
            const point = [left + across * width, top + down * height];
            const hit = document.elementFromPoint(...point);
            if (hit?.closest('.board-viewport') && !hit.closest('.is-choosable')) return point;
        }
    }
}"""
MAP_WIDTH = "() => document.querySelector('.board-layers').getBoundingClientRect().width"


class Fingers:
    """Fingers on the map of a page, at a spot without a territory to choose."""

    def __init__(self, page):
        self.page = page
        self._session = page.context.new_cdp_session(page)
        self._spot = page.evaluate(FREE_SPOT)
        self._time = time()

    def map_width(self):
        """Return the width of the map in pixels, as drawn."""
        return self.page.evaluate(MAP_WIDTH)

    def spread(self):
        """Put two fingers on the map and move them apart."""
        x, y = self._spot
        for kind, half in zip(("touchStart", *["touchMove"] * 3), SPREAD, strict=True):
            self._send(kind, (x - half, y), (x + half, y))
        self._send("touchEnd")

    def double_tap(self):
        """Tap the same spot twice."""
        for _ in range(2):
            self._send("touchStart", self._spot)
            self._send("touchEnd")
            self._time += BETWEEN

    def _send(self, kind, *points):
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        event = {"type": kind, "touchPoints": touches, "timestamp": self._time}
        self._session.send("Input.dispatchTouchEvent", event)
