"""The rules and cards as pages: every rule has an anchor, and every link leads to one."""

import re
from html.parser import HTMLParser
from importlib.resources import files

import pytest
from django.conf import settings
from django.template.loader import render_to_string

from games.drawing.board.territory_cards import example_sets
from games.drawing.display.options import PLAYABLE
from games.drawing.display.rulebook import RULE, checking_chapter, rule_ids, rulebook, rulebook_of
from rules import CASTLE, CLASSIC, GREYHAWK
from rules.cards import WILD, BattleCard, EventCard
from rules.sentences.event_texts import event_face
from tests.support.visitors.markup import one_line

BOOK = files("rules").joinpath("rulebook.md").read_text(encoding="utf-8")


class Page(HTMLParser):
    """Collects a page's ids and links, and counts its classes."""

    def __init__(self, html):
        super().__init__()
        self.ids, self.links, self.classes = [], [], []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if "id" in attrs:
            self.ids.append(attrs["id"])
        if "href" in attrs:
            self.links.append(attrs["href"])
        self.classes += (attrs.get("class") or "").split()


def page(client, address):
    response = client.get(address)
    assert response.status_code == 200
    return Page(response.content.decode())


def rules_of_the_book():
    """Every id at the start of an item or row of the rulebook."""
    return set(re.findall(r"^(?:- |\| )([A-Z]{3,4}-\d+)\b", BOOK, re.MULTILINE))


def test_every_rule_has_one_anchor(client, db):
    shown = page(client, "/rules/")
    assert len(shown.ids) == len(set(shown.ids))
    assert rules_of_the_book() <= set(shown.ids)
    assert rules_of_the_book() == rule_ids()
    assert {"ATT-3", "EVT-30", "FAIR-7", "SET-10"} <= rule_ids()


@pytest.mark.parametrize("address", ["/rules/", "/rules/checking/", "/rules/cards/", "/about/"])
def test_every_link_to_a_rule_leads_to_it(client, db, address):
    links = (link.partition("#") for link in page(client, address).links)
    linked = {(target or address, anchor) for target, _, anchor in links if RULE.fullmatch(anchor)}
    anchors = {target: set(page(client, target).ids) for target, _ in linked}
    assert linked and all(anchor in anchors[target] for target, anchor in linked)


def test_rulings_are_marked_and_nothing_else_is_left_of_the_marks(client, db):
    book = rulebook()
    html = "".join(chapter.html for chapter in (book.intro, *book.chapters, checking_chapter()))
    assert html.count('class="ruling"') == BOOK.count("**R**")
    assert "<strong>R</strong>" not in html
    assert "ruling" in page(client, "/rules/").classes


@pytest.mark.parametrize(
    ("rule", "ruling"),
    [
        ("TRN-7", "**R** Mercenaries discarded without being played"),
        ("ELM-3", "**R** naming them one after another"),
        ("ELM-3", "**R** Armies in the captor's own stronghold"),
        ("ELM-4", "in the order of ELM-3"),
        ("CLA-2", "**R** S3 has no number for two players"),
        ("CLA-6", "**R** secretly"),
        ("CLA-6", "**R** Sets are always worth 4 armies"),
        ("CLA-6", "**R** Losing your headquarters"),
    ],
)
def test_rulings_are_marked_in_the_rule_they_complete(rule, ruling):
    (text,) = re.findall(rf"^- {rule} .*{re.escape(ruling)}.*$", BOOK, re.MULTILINE)
    assert text


def test_the_rulebook_promises_and_says_nothing_of_the_site_that_is_not_so():
    for words in ("site's rules page", "by a test", "tests,", "dice page", "all of them at once"):
        assert words not in BOOK


def test_verification_has_its_own_page(client, db):
    for_players = client.get("/rules/").content.decode()
    for_checkers = client.get("/rules/checking/").content.decode()
    assert "castlerisk-chance-1" in for_checkers
    assert "castlerisk-chance-1" not in for_players
    assert 'href="/rules/checking/"' in for_players


def test_every_card_is_shown_once_with_its_number(client, db):
    response = client.get("/rules/cards/")
    html = response.content.decode()
    assert response.status_code == 200
    texts = [*GREYHAWK.card_texts.values(), *map(event_face, GREYHAWK.event_cards)]
    for text in texts:
        assert html.count(f'id="{text.rule}"') == 1
    assert "12 in the deck" in html


def test_every_card_has_a_face():
    symbols = set(re.findall(r'<symbol id="motif-(\w+)"', _motifs()))
    drawings = (settings.ROOT / "static" / "drawing" / "cards" / "motifs.svg").read_text(
        encoding="utf-8"
    )
    assert symbols == set(re.findall(r'<g id="(\w+)"', drawings))
    battle = [text for ruleset in PLAYABLE for text in ruleset.card_texts.values()]
    assert {len(ruleset.battle_cards) for ruleset in PLAYABLE} == {len(BattleCard), 0}
    for text in [*battle, *map(event_face, EventCard)]:
        assert text.motif in symbols
        assert text.rule in rule_ids()
        assert text.title and text.text


def test_castle_risk_has_card_and_rules_pages_of_its_own(client, db):
    cards = client.get("/rules/castle/cards/").content.decode()
    for title in ("Reinforcements", "Marshall", "General", "Diplomat", "Spy", "Admiral"):
        assert f"<h3>{title}</h3>" in cards
    assert "event-cards" not in cards and 'href="/rules/castle/#CAS-4"' in cards
    rules = client.get("/rules/castle/").content.decode()
    assert rules.index('id="chapter-10"') < rules.index('id="chapter-1"')
    assert 'id="chapter-11"' not in rules and 'id="EVT-1"' not in rules


def test_shared_rules_use_the_games_own_words():
    shared = {chapter.anchor: chapter for chapter in rulebook_of(CASTLE).chapters}
    cards = shared["chapter-6"].html
    assert "Play Reinforcements before your first attack" in cards
    assert "Play a General when you attack" in cards and "Play an Admiral at any time" in cards
    whole = {chapter.anchor: chapter for chapter in rulebook().chapters}
    compared = re.sub(r"<[^>]*>", "", whole["chapter-10"].html)
    assert "castle [Greyhawk: stronghold], Reinforcements [Greyhawk: Mercenaries]" in compared


def test_a_marshalls_rule_says_all_about_it():
    (chapter,) = (each for each in rulebook_of(CASTLE).chapters if each.anchor == "chapter-10")
    rule = one_line(chapter.html.partition('<li id="CAS-5">')[2].partition("</li>")[0])
    for part in ("before the dice", "adds 1", "all your defences", "returns to your hand"):
        assert part in rule


def test_sources_of_rules_are_marked_so_that_they_can_be_hidden():
    html = "".join(chapter.html for chapter in rulebook().chapters)
    assert '<span class="source"> (S2, S4)</span>' in html
    unmarked = re.sub(r'<span class="source">.*?</span>', "", html)
    assert not re.search(r"\(S\d", unmarked)


def test_classic_has_a_page_of_cards_and_set_values(client, db):
    page = client.get("/rules/classic/cards/").content.decode()
    deck = page[page.index('id="deck"') :]
    assert deck.count('class="territory-card ') == 44
    for sign, count in (("infantry", 14), ("cavalry", 14), ("artillery", 14), ("wild", 2)):
        assert deck.count(f'class="territory-card sign-{sign}"') == count
    values = re.findall(r"<td><b>(\d+)</b>", page)
    assert values == ["4", "6", "8", "10", "12", "15", "20", "25", "30", "5"]
    of_headquarters = client.get("/rules/headquarters/cards/").content.decode()
    assert "Every set is worth <b>4</b> armies" in one_line(of_headquarters)
    assert "<table" not in of_headquarters


def test_the_examples_of_sets_are_sets_of_each_kind():
    board = CLASSIC.board
    alike, each, wild = example_sets(board)
    assert {board.territories[card].symbol for card in alike} == {"cavalry"}
    assert len({board.territories[card].symbol for card in each}) == 3
    assert WILD in wild and WILD not in alike + each


def test_classic_rules_begin_with_their_chapter_and_leave_strongholds_out(client, db):
    for name in ("classic", "headquarters"):
        page = client.get(f"/rules/{name}/").content.decode()
        assert page.index('id="chapter-11"') < page.index('id="chapter-1"')
        for chapter in ("6", "7", "10"):
            assert f'id="chapter-{chapter}"' not in page
        assert 'id="EVT-1"' not in page and 'id="ATT-9"' in page
        assert ('id="CLA-6"' in page) == (name == "headquarters")
        assert "has everything you need" in one_line(page)


def test_a_game_that_is_not_played_has_no_pages(client, db):
    assert client.get("/rules/chess/").status_code == 404
    assert client.get("/rules/greyhawk2/cards/").status_code == 404


def test_an_event_card_can_be_read_alone():
    solnor = event_face(EventCard.SOLNOR_STORMS).text
    assert "Solnor Ocean" in solnor and "Azure" not in solnor and "fleet" in solnor
    for card in EventCard:
        text = event_face(card).text
        assert text[0].isupper() and text.endswith(".") and "the same" not in text[:20]


def _motifs():
    return render_to_string("drawing/cards/_motifs.html")
