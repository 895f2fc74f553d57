"""The rulebook's marks: which games its chapters, rules and sentences belong to.

`[Greyhawk, Castle]` after a heading, or at the start of a rule or paragraph, marks all of it;
`[Greyhawk: some words]` marks these words. Text without a mark belongs to every game.
"""

import re

from rules import CASTLE, CLASSIC, GREYHAWK, HEADQUARTERS, Ruleset

MARKED = {
    "Greyhawk": GREYHAWK.name,
    "Castle": CASTLE.name,
    "Classic": CLASSIC.name,
    "Headquarters": HEADQUARTERS.name,
}
"""The name of each ruleset, by the name used for it in marks."""

WHOLE = "Whole rulebook"
"""The name used to mark passages that appear only in the whole rulebook."""

_NAME = "|".join((*MARKED, WHOLE))
_NAMES = rf"(?:{_NAME})(?:, (?:{_NAME}))*"
_MARK = re.compile(rf" ?\[({_NAMES})\]")
_WORDS = re.compile(rf" ?\[({_NAMES}): ([^][]*)\]")
_CHAPTERS = re.compile(r"^(?=## )", re.MULTILINE)


def text_for(ruleset: Ruleset, text: str) -> str:
    """Return the passages of a text that belong to one game, without marks."""
    chapters = [each for each in _CHAPTERS.split(text) if _belongs(ruleset, each.splitlines()[0])]
    lines = "".join(chapters).splitlines(keepends=True)
    return "".join(_line_for(ruleset, line) for line in lines if _belongs(ruleset, line))


def _belongs(ruleset: Ruleset, line: str) -> bool:
    mark = _MARK.search(line)
    return mark is None or _is_named(ruleset, mark[1])


def _is_named(ruleset: Ruleset, names: str) -> bool:
    return ruleset.name in map(MARKED.get, names.split(", "))


def _line_for(ruleset: Ruleset, line: str) -> str:
    return _WORDS.sub(
        lambda words: f" {words[2]}" if _is_named(ruleset, words[1]) else "", _MARK.sub("", line)
    )


def with_marks(html: str) -> str:
    """Return the whole rulebook's HTML with its marks as elements of the class `games`."""
    html = _MARK.sub(lambda mark: "" if mark[1] == WHOLE else f" {_shown(mark[1])}", html)
    return _WORDS.sub(lambda words: f" [{_shown(words[1] + ':')} {words[2]}]", html)


def _shown(names: str) -> str:
    return f'<b class="games">{names}</b>'
