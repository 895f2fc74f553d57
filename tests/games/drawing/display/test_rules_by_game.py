"""Each game's rules page holds the rules of that game and nothing of the others."""

import ast
import re
from functools import cache
from html import unescape
from importlib.resources import files
from pathlib import Path

import pytest

import rules
from games.drawing.display.options import PLAYABLE
from games.drawing.display.rulebook import RULE, rule_ids
from games.drawing.display.rules_by_game import MARKED, WHOLE, text_for
from rules import Options, turn
from rules.cards import EVENT_CARDS
from rules.errors import IllegalMove
from tests.support.rules.strategies import (
    Setting,
    Table,
    any_answer,
    any_declaration,
    near_miss,
    offered_move,
)

BOOK = files("rules").joinpath("rulebook.md").read_text(encoding="utf-8")
IN_EACH_GAME = pytest.mark.parametrize("ruleset", PLAYABLE, ids=lambda ruleset: ruleset.name)
PREFIXES = {rule.partition("-")[0] for rule in rule_ids()}

WITH_CASTLES, CLASSICS = ("greyhawk", "castle"), ("classic", "headquarters")
CHAPTER_WORDS = {
    **dict.fromkeys(("stronghold", "fleet", "sea zone", "storm", "flood", "river"), ("greyhawk",)),
    **dict.fromkeys(("event", "dragon", "deserter", "assassin", "Greyhawk"), ("greyhawk",)),
    "castle": ("castle",),
    **dict.fromkeys(("banner", "empire", "independent", "spoils", "vacated"), WITH_CASTLES),
    **dict.fromkeys(("hidden armies", "battle card", "spy", "coastal", "modifier"), WITH_CASTLES),
    **dict.fromkeys(("continent", "fortify", "infantry", "cavalry", "artillery"), CLASSICS),
    **dict.fromkeys(("wild card", "territory card", "neutral", "classic"), CLASSICS),
    "headquarters": ("headquarters",),
}
"""The games whose rules use a word."""


def names_of(ruleset):
    """Return the names of a game's cards and pieces, and of the places on its board."""
    board = ruleset.board
    places = (*board.territories.values(), *board.groups.values(), *board.sea_zones.values())
    return {
        *(text.title for text in ruleset.card_texts.values()),
        *(EVENT_CARDS[card].title for card in ruleset.event_cards),
        *(ruleset.words.values() if ruleset.strongholds else ()),
        *(place.name for place in places),
        *(word for word, games in CHAPTER_WORDS.items() if ruleset.name in games),
        board.name,
    }


def foreign_names(ruleset):
    """Return the names of the other games that are no part of a name of this game."""
    own = {name.lower() for name in names_of(ruleset)}
    others = set().union(*(names_of(other) for other in PLAYABLE)) | set(CHAPTER_WORDS)
    return {name for name in others if not any(name.lower() in part for part in own)}


def any_of(names):
    return "|".join(map(re.escape, sorted(names)))


def article(client, ruleset):
    html = client.get(f"/rules/{ruleset.name}/").content.decode()
    return html[html.index("<article") : html.index("</article>")]


def text_of(html):
    return unescape(re.sub(r"<[^>]*>", "", html))


def rules_on(html):
    return set(re.findall(rf' id="({RULE.pattern})"', html))


@IN_EACH_GAME
def test_a_games_page_has_no_word_of_another_game(client, db, ruleset):
    # “Castle Risk” is part of Greyhawk's title.
    text = text_of(article(client, ruleset)).replace("Castle Risk", "")
    foreign = foreign_names(ruleset)
    words = [
        re.compile(rf"\b{re.escape(name)}", re.IGNORECASE) for name in foreign & {*CHAPTER_WORDS}
    ]
    names = [re.compile(rf"\b{re.escape(name)}\b") for name in foreign - {*CHAPTER_WORDS}]
    assert len(names) > 100
    assert [each.pattern for each in (*words, *names) if each.search(text)] == []


@IN_EACH_GAME
def test_a_games_page_cites_only_rules_that_are_on_it(client, db, ruleset):
    html = article(client, ruleset)
    cited = {rule for rule in RULE.findall(text_of(html)) if rule.partition("-")[0] in PREFIXES}
    assert "ATT-1" in cited and cited <= rules_on(html)
    linked = re.findall(r'href="[^"#]*#([^"]+)"', html)
    assert {*linked} <= {*re.findall(r' id="([^"]+)"', html)}


def test_marked_words_are_on_the_pages_of_their_games():
    pages = {ruleset.name: text_for(ruleset, BOOK) for ruleset in PLAYABLE}
    # Chapter 10 has words of Greyhawk that are on no game's page.
    shared = re.sub(r"^- CAS-2 .*$", "", BOOK, flags=re.MULTILINE)
    marked = re.findall(r"\[([A-Z][\w, ]+): ([^][]+)\]", shared)
    assert len(marked) > 100
    missing = [
        (name, words)
        for names, words in marked
        for name in names.split(", ")
        if words not in pages[MARKED[name]]
    ]
    assert missing == []


def test_every_bracket_is_a_mark(client, db):
    for ruleset in PLAYABLE:
        text = text_of(article(client, ruleset))
        assert "[" not in text and "]" not in text
    whole = text_of(client.get("/rules/").content.decode())
    assert f"[{WHOLE}]" not in whole and "[Greyhawk, Castle]" not in whole
    assert "[Greyhawk: Draw" not in whole and "castle [Greyhawk: stronghold]" in whole


def test_every_rule_is_on_the_page_of_some_game_and_shared_ones_on_all(client, db):
    shown = {ruleset.name: rules_on(article(client, ruleset)) for ruleset in PLAYABLE}
    assert set().union(*shown.values()) == rule_ids()
    for rule in ("SET-1", "TRN-9", "ATT-1", "ATT-5", "ELM-7", "ORD-6", "DIP-1", "FAIR-2"):
        assert all(rule in rules for rules in shown.values())
    for rule, games in {
        "TRN-4": {"greyhawk"},
        "EVT-1": ("greyhawk",),
        "ASN-1": ("greyhawk",),
        "TRN-5": WITH_CASTLES,
        "ATT-7": WITH_CASTLES,
        "CAS-4": ("castle",),
        "CLA-4": CLASSICS,
        "CLA-6": ("headquarters",),
    }.items():
        assert {name for name, rules in shown.items() if rule in rules} == set(games)


@IN_EACH_GAME
def test_cards_options_and_the_engine_cite_rules_of_their_game(client, db, ruleset):
    on_page = rules_on(article(client, ruleset))
    cited = {
        *(text.rule for text in ruleset.card_texts.values()),
        *(option.rule for option in ruleset.options),
        *map(ruleset.rule, rules_in_the_engine()),
    }
    assert cited <= on_page
    assert all(ruleset.rule(rule) == rule for rule in on_page)


@IN_EACH_GAME
def test_refusals_cite_rules_of_their_game(client, db, ruleset):
    games = [Setting((True,) * 4, Options(quick=quick), 7, 200, ruleset) for quick in (True, False)]
    cited = set().union(*map(refusals_in, games))
    assert cited <= rules_on(article(client, ruleset))
    assert {"ATT-1", "DIP-1"} <= cited and len(cited) > 15


@cache
def rules_in_the_engine():
    """Return every rule id in the source of the engine, whatever cites it."""
    sources = Path(rules.__file__).parent.rglob("*.py")
    nodes = (node for path in sources for node in ast.walk(ast.parse(path.read_text("utf-8"))))
    texts = {node.value for node in nodes if isinstance(node, ast.Constant)}
    return {text for text in texts if text in rule_ids()}


def refusals_in(setting):
    """Return the rules cited when all seats try moves of every kind throughout a random game."""
    table, cited = Table(setting), set()
    for _ in range(setting.moves):
        for seat in range(len(table.state.players)):
            tries = [(any_answer(table.state, table.random), "player") for _ in range(4)]
            tries.append(any_declaration(table.state, seat, table.random))
            offer = turn.offer(table.state, seat)
            if offer:
                move = offered_move(offer, table.random)
                tries.append((near_miss(move, table.state, table.random), "player"))
            for move, by in tries:
                try:
                    turn.verify(table.state, seat, move, by)
                except IllegalMove as refusal:
                    cited.add(refusal.rule)
        if table.state.is_over:
            break
        table.play()
    return cited
