"""Accessibility checks of pages with axe."""

from functools import cache
from pathlib import Path

GRAVE = ("serious", "critical")
RUN = """async ([rules, grave]) => {
    // Text that fades in has too little contrast for a moment. Paused animations never end.
    const fading = document.getAnimations().filter(one =>
        one.playState === 'running' && one.effect.getComputedTiming().endTime < 5000);
    await Promise.allSettled(fading.map(one => one.finished));
    const only = rules ? { runOnly: { type: 'rule', values: rules } } : {};
    // To preload imported style sheets, axe would add inline ones, which the site's policy blocks.
    const found = await axe.run(document, { resultTypes: ['violations'], preload: false, ...only });
    return found.violations
        .filter(one => grave.includes(one.impact))
        .flatMap(one => one.nodes.map(node => `${one.id}: ${node.target.join(' ')}: `
            + node.any.concat(node.all, node.none).map(check => check.message).join('; ')));
}"""


@cache
def source():
    """Return the source of axe."""
    return (Path(__file__).parent / "axe.min.js").read_text(encoding="utf-8")


def grave_faults(page):
    """Return the serious faults of a page in light and in dark, one line each."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(source())
    faults = []
    for scheme, rules in (("dark", ["color-contrast"]), ("light", None)):
        page.emulate_media(color_scheme=scheme)
        faults += [f"{scheme} {fault}" for fault in page.evaluate(RUN, [rules, GRAVE])]
    return faults
