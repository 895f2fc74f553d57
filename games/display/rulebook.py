"""The rulebook as HTML: chapters with an anchor for every rule.

This site's rulings and the sources of rules are marked.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files

from markdown_it import MarkdownIt
from markdown_it.token import Token

from rules import GREYHAWK, Ruleset
from rules.cards import BattleCard

ASSASSIN = GREYHAWK.card_names[BattleCard.ASSASSIN]
RULE = re.compile(r"[A-Z]{3,4}-\d+")
# Only a list item or table row that starts with an id defines a rule; "SHA-256" elsewhere does not.
_RULE_BEGINS = re.compile(rf"^(?:- |\| )({RULE.pattern})\b", re.MULTILINE)
_RULE_WORD = re.compile(rf"(?<![\w#-])({RULE.pattern})(?![\w-])")
_TAG = re.compile(r"(<[^>]*>)")
_ANCHOR = re.compile(rf'id="({RULE.pattern})"')
_NEAR_LINK = re.compile(rf'href="#({RULE.pattern})"')
_RULING = "<strong>R</strong>"
_RULING_TAG = (
    '<span class="ruling" title="Our decision: the original rules are silent or disagree">'
    "ruling</span>"
)
_SOURCES = re.compile(r" \(S\d[^()]*\)")
_CHAPTER = re.compile(r"^## (?:(\d+) )?(.+)$", re.MULTILINE)
# The part of chapter 12 from this heading on is for readers who check a game without the program.
_FOR_CHECKERS = re.compile(r"^### (How a die .+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: its anchor, number ("" if unnumbered), heading, and text as HTML."""

    anchor: str
    number: str
    title: str
    html: str


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rulebook: the introduction, the chapters, and the instructions for checking a game."""

    intro: Chapter
    chapters: tuple[Chapter, ...]
    checking: Chapter


@cache
def rulebook() -> Rulebook:
    """Return the whole rulebook."""
    before, *parts = _CHAPTER.split(_book())
    anchored: set[str] = set()
    intro = Chapter("about", "", "", _html(before.partition("\n")[2], anchored))
    chapters, checking = [], None
    for number, title, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        for_players, *for_checkers = _FOR_CHECKERS.split(text)
        anchor = f"chapter-{number}" if number else _anchor(title)
        chapters.append(Chapter(anchor, number or "", title, _html(for_players, anchored)))
        if for_checkers:
            heading, how = for_checkers
            checking = Chapter("checking", "", heading, _html(how, set(), rules="/rules/"))
    if checking is None:
        raise ValueError("The rulebook does not say how a game is checked.")
    return Rulebook(intro, tuple(chapters), checking)


@dataclass(frozen=True, slots=True)
class ChapterSelection:
    """Anchors of chapters that a game's rulebook moves to the front, and of chapters it omits.

    `changed` maps shared rules to the game's own rules that change a part of them; `replaced` maps
    shared rules to the game's own rules that apply instead of them.
    """

    first: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    changed: Mapping[str, str] = field(default_factory=dict)
    replaced: Mapping[str, str] = field(default_factory=dict)


_CLASSIC = ChapterSelection(
    first=("chapter-11",),
    without=("chapter-5", "chapter-6", "chapter-7", "event-cards", "chapter-10"),
)
"""The games of chapter 11 have no strongholds, battle cards or hidden armies."""

READINGS: dict[str, ChapterSelection] = {
    "greyhawk": ChapterSelection(without=("chapter-10", "chapter-11")),
    "castle": ChapterSelection(
        first=("chapter-10",),
        without=("event-cards", "chapter-11"),
        changed={"ATT-7": "CAS-4", "ATT-8": "CAS-5", "DIP-4": "CAS-9"},
        replaced={
            "TRN-4": "CAS-3",
            **dict.fromkeys(("ASN-1", "ASN-2", "ASN-3", "ASN-4", "ASN-5"), "CAS-4"),
            **dict.fromkeys(("FOR-1", "FOR-2"), "CAS-5"),
            "FLT-2": "CAS-6",
        },
    ),
    "classic": _CLASSIC,
    "headquarters": _CLASSIC,
}
"""The selection of chapters for each ruleset, by its name."""


@cache
def rulebook_of(ruleset: Ruleset) -> Rulebook:
    """Return the rulebook for one game, in its words.

    References to omitted rules link to the whole rulebook.
    """
    whole, reading = rulebook(), READINGS[ruleset.name]
    chapters = [
        each if each.anchor in reading.first else _in_words_of(ruleset, each)
        for each in whole.chapters
        if each.anchor not in reading.without
    ]
    chapters.sort(key=lambda each: each.anchor not in reading.first)
    anchors = {anchor for each in chapters for anchor in _ANCHOR.findall(each.html)}
    read = (
        replace(each, html=_with_changes(ruleset, _with_far_links(each.html, anchors)))
        for each in chapters
    )
    return Rulebook(whole.intro, tuple(read), whole.checking)


_CHANGED = ' <span class="changed">{game} differs: see <a href="#{rule}">{rule}</a>.</span>'


def _with_changes(ruleset: Ruleset, html: str) -> str:
    """Add a note to each shared rule that a rule of the game changes."""
    reading = READINGS[ruleset.name]
    for shared, own in {**reading.changed, **reading.replaced}.items():
        note = _CHANGED.format(game=ruleset.title, rule=own)
        begins = rf'(<li id="{shared}">\s*(?:<p>)?<a [^>]*>{shared}</a>)'
        html = re.sub(begins, rf"\g<0>{note}", html)
    return html


def _own_words(ruleset: Ruleset) -> dict[str, str]:
    """Return the game's own word for each term of the shared chapters that it names differently.

    Assassins keep their name: the rules of a game without them say what its Spies do instead.
    """
    return {
        term: word for term, word in ruleset.words.items() if term != word and ASSASSIN not in term
    }


def _in_words_of(ruleset: Ruleset, chapter: Chapter) -> Chapter:
    """Return a chapter with the terms of Greyhawk replaced by the game's own words."""
    words = _own_words(ruleset)
    if not words:
        return chapter
    words |= {_capitalised(term): _capitalised(word) for term, word in words.items()}
    longest_first = sorted(words, key=len, reverse=True)
    terms = re.compile(rf"\b({'|'.join(longest_first)})\b")

    def in_words(text: str) -> str:
        return terms.sub(lambda term: words[term[0]], text)

    return replace(chapter, title=in_words(chapter.title), html=_in_text(chapter.html, in_words))


def replaced_rules(ruleset: Ruleset) -> Mapping[str, str]:
    """Return the game's own rules that apply instead of shared rules, by the shared rule."""
    return READINGS[ruleset.name].replaced


@cache
def omitted_prefixes(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the prefixes, such as “EVT”, of the rules omitted from one game's rulebook."""
    shown = {
        anchor for each in rulebook_of(ruleset).chapters for anchor in _ANCHOR.findall(each.html)
    }
    return tuple(sorted({rule.partition("-")[0] for rule in rule_ids() - shown}))


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


def _with_far_links(html: str, anchors: set[str]) -> str:
    """Point links to rules that are missing from the page to the whole rulebook."""
    return _NEAR_LINK.sub(
        lambda link: link[0] if link[1] in anchors else f'href="/rules/#{link[1]}"', html
    )


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
