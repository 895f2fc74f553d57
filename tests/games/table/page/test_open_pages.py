"""The log of an open page, which grows with each frame, against that of a freshly loaded page."""

import random
from difflib import unified_diff

import pytest

from games.playing.start import create_game, start_game
from games.table.page import frames
from games.table.page.log import newest_page
from games.table.page.viewer import look
from rules import Options
from tests.support.servers.frames import lines_in, with_added
from tests.support.tables.play_ahead import play_ahead


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
def test_an_open_page_has_the_lines_of_a_freshly_loaded_one(db, seed):
    source = random.Random(seed)
    code = create_game(["captain"] * 6, Options(quick=True)).code
    start_game(code)
    play_ahead(code, source, most=300)
    old = look(code, None)
    shown, interrupted = drawn(newest_page(old)["lines"]), 0
    for _ in range(150):
        # Sometimes an open page misses frames and catches up.
        state = play_ahead(code, source, most=source.choice((1, 1, 1, 2, 3, 8)))
        if not state.decisions:
            break  # A page loaded after the end also has the bots' reasons.
        seen = look(code, None)
        shown = with_added(shown, drawn(frames.frame_between(seen, old.table).lines))
        fresh = drawn(newest_page(seen)["lines"])
        ours = shown[-len(fresh) :]
        assert fresh[-len(ours) :] == ours, "\n".join(unified_diff(fresh, ours, "fresh", "open"))
        interrupted += any("data-open" in line for line in shown[-3:-1])
        old = seen
    # Such as a card that is played while an attack goes on.
    assert interrupted


def drawn(lines):
    """Return log lines as HTML elements."""
    return lines_in(f'<ol class="log-lines">{"".join(line.html for line in lines)}</ol>')
