"""The log follows its newest line; the card beside the pointer covers no territory to choose."""

from tests.support.browser.tables import play_to_own_attacks

LINES_BEFORE_THE_SCROLL_EVENT = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const lines = document.getElementById('log-lines');
    const add = () => {
        lines.append(...Array.from({ length: 40 }, () => lines.lastElementChild.cloneNode(true)));
        document.dispatchEvent(new CustomEvent('htmx:oobAfterSwap', { detail: { target: lines } }));
    };
    add();
    // The page has scrolled to the end in this frame; its scroll event comes with the next.
    await frame();
    add();
    for (let count = 0; count < 3; count++) await frame();
    const tab = document.getElementById('tab-log');
    return tab.scrollHeight - tab.clientHeight - tab.scrollTop;
}"""

HOVER_EACH = """() => {
    const covered = [];
    const card = document.querySelector('.board-tooltip');
    const badges = [...document.querySelectorAll('.territory.is-choosable .badge-row')];
    for (const badge of badges) {
        const { left, top, width, height } = badge.getBoundingClientRect();
        const point = { clientX: left + width / 2, clientY: top + height / 2 };
        const over = { ...point, pointerType: 'mouse', bubbles: true };
        badge.dispatchEvent(new PointerEvent('pointerover', over));
        const box = card.getBoundingClientRect();
        const isUnder = (other) => {
            const it = other.getBoundingClientRect();
            return it.right > box.left && it.left < box.right
                && it.bottom > box.top && it.top < box.bottom;
        };
        if (badges.some(isUnder)) covered.push(badge.closest('.territory').dataset.name);
    }
    return [badges.length, covered];
}"""


def test_the_log_follows_and_the_card_covers_no_choice(visitor, site):
    player = visitor()
    player.play_now()
    page = player.page
    site.hurry(page.url.split("/games/")[1].strip("/"))
    play_to_own_attacks([page])
    choices, covered = page.evaluate(HOVER_EACH)
    assert choices and covered == []
    assert page.evaluate(LINES_BEFORE_THE_SCROLL_EVENT) < 2
