"""Firefox and WebKit: one turn in each, and the dark map; and what older browsers show.

They load the bundles, like the site's visitors.
"""

import base64

import pytest
from playwright.sync_api import expect

from tests.support.browser.engines import ENGINES
from tests.support.browser.tables import CHOSEN_ON_MAP, PRIMARY, READY
from tests.support.visitors.patience import wait_until

pytestmark = pytest.mark.long

MOST_STEPS = 20
ERRORS = """(() => {
  window.broken = [];
  addEventListener("error", ({ message }) => window.broken.push(message));
  addEventListener("unhandledrejection", ({ reason }) => window.broken.push(String(reason)));
})()"""
STEP = f"""(() => {{
  const find = (selector) => [...document.querySelectorAll(selector.replaceAll(":visible", ""))]
    .find((one) => one.checkVisibility());
  const end = [...document.querySelectorAll("#panel a")]
    .find(({{ innerText }}) => innerText.startsWith("End "));
  (find({PRIMARY!r}) ?? end ?? find({CHOSEN_ON_MAP!r})).click();
}})()"""
"""Takes the next step of an answer, ending what can be ended."""
STATUS = 'document.querySelector("#status").innerText'

PLACE = """(() => {
  const { a, e, f } = document.querySelector(".board-land").getScreenCTM();
  return [a, e, f];
})()"""
"""The scale of the map, and the position of its top left corner on the screen, in pixels."""
LIGHT_TEXT = {"title": (850, 70), "Relmor Bay": (140, 622)}
"""Texts on the dark sea, and their middles on the map."""
LIGHTEST = """async ([picture, x, y, width, height]) => {
  const blob = await (await fetch(`data:image/png;base64,${picture}`)).blob();
  const canvas = new OffscreenCanvas(width, height).getContext("2d");
  canvas.drawImage(await createImageBitmap(blob), -x, -y);
  const { data } = canvas.getImageData(0, 0, width, height);
  return Math.max(...Array.from({ length: data.length / 4 }, (_, i) =>
    0.3 * data[4 * i] + 0.59 * data[4 * i + 1] + 0.11 * data[4 * i + 2]));
}"""
"""Returns the lightness, from 0 to 255, of the lightest pixel in a box of a picture."""
HALF_WIDTH, HALF_HEIGHT = 30, 8


@pytest.mark.parametrize("name", ENGINES)
def test_a_turn_is_played_and_the_dark_map_is_drawn(name, site, tmp_path, browser):
    code, [session] = site.prepare("quick_play", until="own_attacks")
    with ENGINES[name](tmp_path) as engine:
        engine.log_in(site.address, session)
        engine.open(f"{site.address}/games/{code}/")
        engine.evaluate(ERRORS)
        for _ in range(MOST_STEPS):
            wait_until(lambda: engine.evaluate(f"({READY})()"))
            if "Round 2" in engine.evaluate(STATUS):
                break
            engine.evaluate(STEP)
        assert "Round 2" in engine.evaluate(STATUS)
        assert engine.evaluate("window.broken") == []
        scale, left, top = engine.evaluate(PLACE)
        picture = base64.b64encode(engine.picture()).decode()
    decoder = browser.new_page()
    for text, (x, y) in LIGHT_TEXT.items():
        box = round(left + scale * x) - HALF_WIDTH, round(top + scale * y) - HALF_HEIGHT
        given = [picture, *box, 2 * HALF_WIDTH, 2 * HALF_HEIGHT]
        assert decoder.evaluate(LIGHTEST, given) > 120, text
    decoder.close()


def test_an_older_browser_gets_a_sentence_in_place_of_a_table(visitor):
    someone = visitor()
    someone.quick_play()
    page, sentence = someone.page, someone.page.locator(".old-browser")
    expect(sentence).to_be_hidden()

    def without_light_dark(route):
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("light-dark(", "unknown("))

    page.route("**/page/page*.css", without_light_dark)
    page.reload()
    expect(sentence).to_contain_text("Firefox 128")
    expect(page.locator("#panel")).to_be_hidden()
