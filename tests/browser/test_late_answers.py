"""An answer that comes after what was pushed meanwhile leads no page back."""

from tests.browser.tables import PRIMARY, READY, code_of

SHOWN = "() => document.getElementById('version').dataset.version"
ASKED_ANEW = """before => {
    const offer = document.getElementById('panel').dataset.offer;
    return Boolean(document.getElementById('asked'))
        && offer !== before && offer === document.getElementById('panel-key').dataset.offer;
}"""
UP_TO_DATE = """async () => {
    const changes = document.getElementById('live').dataset.changes;
    const version = document.getElementById('version').dataset.version;
    return (await fetch(`${changes}?have=${version}`)).status === 204;
}"""


def test_a_late_answer_leads_no_page_back(visitor, site):
    player = visitor()
    page = player.page
    player.play_now()
    site.hurry(code_of(page))
    page.wait_for_function(READY)

    def hold(route):
        before = page.locator("#panel").get_attribute("data-offer")
        answer = route.fetch()
        page.wait_for_function(ASKED_ANEW, arg=before)
        pushed.append(page.evaluate(SHOWN))
        route.fulfill(response=answer)

    pushed = []
    page.route("**/moves/", hold)
    with page.expect_request_finished(lambda request: request.method == "POST"):
        page.locator(PRIMARY).first.click()
    page.wait_for_function(READY)
    page.wait_for_function(UP_TO_DATE)
    assert [page.evaluate(SHOWN)] == pushed
