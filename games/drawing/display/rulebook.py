"""The rulebook as HTML, in chapters, with an anchor for every rule.

This site's rulings and the sources of rules are marked.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from markdown_it import MarkdownIt
from markdown_it.token import Token

from games.drawing.display.rules_by_game import text_for, with_marks
from rules import CASTLE, CLASSIC, HEADQUARTERS, Ruleset

RULE = re.compile(r"[A-Z]{3,4}-\d+")
# Only a list item or table row that starts with an id defines a rule; "SHA-256" elsewhere does not.
_RULE_BEGINS = re.compile(rf"^(?:- |\| )({RULE.pattern})\b", re.MULTILINE)
_RULE_WORD = re.compile(rf"(?<![\w#-])({RULE.pattern})(?![\w-])")
_TAG = re.compile(r"(<[^>]*>)")
_RULING = "<strong>R</strong>"
_RULING_TAG = (
    '<span class="ruling" title="Our decision: the original rules are silent or disagree">'
    "ruling</span>"
)
_SOURCES = re.compile(r" \(S\d[^()]*\)")
_CHAPTER = re.compile(r"^## (?:(\d+) )?(.+?)(?: \[(.+)\])?$", re.MULTILINE)
# The part of chapter 12 from this heading on is for readers who check a game without the program.
_FOR_CHECKERS = re.compile(r"^### (How a die .+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: its anchor, number ("" if unnumbered), heading, and text as HTML.

    `games` names the games that it belongs to; "" for all of them.
    """

    anchor: str
    number: str
    title: str
    html: str
    games: str = ""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rulebook: the introduction and the chapters."""

    intro: Chapter
    chapters: tuple[Chapter, ...]


_OWN_CHAPTERS = {
    CASTLE.name: "chapter-10",
    CLASSIC.name: "chapter-11",
    HEADQUARTERS.name: "chapter-11",
}
"""The chapter with which the rules of a game begin, by ruleset."""


@cache
def rulebook() -> Rulebook:
    """Return the whole rulebook, with its marks."""
    intro, *chapters = (replace(each, html=with_marks(each.html)) for each in _read(_book()))
    return Rulebook(intro, tuple(chapters))


@cache
def rulebook_of(ruleset: Ruleset) -> Rulebook:
    """Return the rules of one game, in its words."""
    read = _read(text_for(ruleset, _book()))
    intro, *chapters = (_in_words_of(ruleset, each) for each in read)
    chapters.sort(key=lambda each: each.anchor != _OWN_CHAPTERS.get(ruleset.name))
    return Rulebook(intro, tuple(chapters))


@cache
def checking_chapter() -> Chapter:
    """Return the instructions for checking a game without the site's program."""
    found = _FOR_CHECKERS.search(_book())
    if found is None:
        raise ValueError("The rulebook does not say how a game is checked.")
    how = _CHAPTER.split(_book()[found.end() :])[0]
    return Chapter("checking", "", found[1], _html(how, set(), rules="/rules/"))


def _read(text: str) -> Iterator[Chapter]:
    """Yield the introduction and the chapters."""
    before, *parts = _CHAPTER.split(text)
    anchored: set[str] = set()
    yield Chapter("about", "", "", _html(before.partition("\n")[2], anchored))
    for number, heading, games, body in zip(*(parts[place::4] for place in range(4)), strict=True):
        for_players = _FOR_CHECKERS.split(body)[0]
        anchor = f"chapter-{number}" if number else _anchor(heading)
        yield Chapter(anchor, number or "", heading, _html(for_players, anchored), games or "")


def _in_words_of(ruleset: Ruleset, chapter: Chapter) -> Chapter:
    """Return a chapter with the terms of Greyhawk replaced by the game's own words."""
    words = {term: word for term, word in ruleset.words.items() if term != word}
    if not words:
        return chapter
    words |= {_capitalised(term): _capitalised(word) for term, word in words.items()}
    longest_first = sorted(words, key=len, reverse=True)
    terms = re.compile(rf"\b({'|'.join(longest_first)})\b")

    def in_words(text: str) -> str:
        return terms.sub(lambda term: words[term[0]], text)

    return replace(chapter, title=in_words(chapter.title), html=_in_text(chapter.html, in_words))


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


@cache
def _book() -> str:
    return files("rules").joinpath("rulebook.md").read_text(encoding="utf-8")


@cache
def rule_ids() -> frozenset[str]:
    """Return the ids of all rules; each is also an anchor."""
    return frozenset(_RULE_BEGINS.findall(_book()))


def _anchor(title: str) -> str:
    return "-".join(re.findall(r"[a-z]+", title.lower())[:2])


def _html(text: str, anchored: set[str], rules: str = "") -> str:
    """Render Markdown as HTML; `rules` is the URL of the page with the rules ("" for this page)."""
    options = {"html": False, "typographer": True}
    reader = MarkdownIt("commonmark", options).enable(["table", "smartquotes"])
    tokens = reader.parse(text)
    _anchor_rules(tokens, anchored)
    html = reader.renderer.render(tokens, reader.options, {})
    html = _SOURCES.sub(r'<span class="source">\g<0></span>', html.replace(_RULING, _RULING_TAG))
    return _with_links(_in_scrolls(html), rules)


def _in_scrolls(html: str) -> str:
    """Wrap tables so that wide ones can be scrolled, even by keyboard."""
    scroll = '<div class="scroll" role="group" aria-label="Table" tabindex="0"><table>'
    return html.replace("<table>", scroll).replace("</table>", "</table></div>")


def _anchor_rules(tokens: list[Token], anchored: set[str]) -> None:
    """Set the id of each list item or row that starts with a rule id; the first occurrence wins."""
    opened: Token | None = None
    for token in tokens:
        if token.type in ("list_item_open", "tr_open"):
            opened = token
        elif token.type == "inline" and opened is not None:
            found = RULE.match(token.content)
            if found and found[0] not in anchored:
                anchored.add(found[0])
                opened.attrSet("id", found[0])
            opened = None


def _with_links(html: str, rules: str) -> str:
    """Link every rule id in the text to its rule, except in code."""
    return _in_text(html, lambda text: _RULE_WORD.sub(lambda word: _link(word[1], rules), text))


def _in_text(html: str, change: Callable[[str], str]) -> str:
    """Change the text between the tags, except in code."""
    parts = _TAG.split(html)
    inside_code = False
    for place, part in enumerate(parts):
        if part.startswith("<"):
            inside_code = part.startswith(("<code", "<pre")) or (
                inside_code and not part.startswith(("</code", "</pre"))
            )
        elif not inside_code:
            parts[place] = change(part)
    return "".join(parts)


def _link(word: str, rules: str) -> str:
    return f'<a href="{rules}#{word}">{word}</a>' if word in rule_ids() else word
