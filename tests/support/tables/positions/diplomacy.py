"""Helpers for tests of chapter 9: hands, and the forms and buttons of a page."""

import itertools
import random
import re
from html import unescape

from django.urls import reverse

from games.storage.store.rows import rows_of
from games.storage.store.saving import Changes, save
from games.storage.store.stored_game import keep, load
from games.table.page.lazy_forms import form_key
from games.table.sidebar.diplomacy import diplomacy_parts
from rules import BOTS, FastChance, Options, new_game, play, view
from tests.support.tables.panels import scene_of

_BUTTON = re.compile(
    r'<button class="button[^"]*" form="([^"]+)" name="said" value="([^"]*)"[^>]*>(.*?)</button>',
    re.DOTALL,
)
_LAZY_FORM = re.compile(r'<a href="([^"]+/forms/\w+/)"')
_TAG = re.compile(r"<[^>]+>")
_keys = itertools.count()


def alter(code, change):
    """Let a function change the position of a game; such a game would fail an audit."""
    stored = load(code)
    state = stored.state()
    change(state)
    rows = rows_of(state, stored.rows)
    keep(save(stored, Changes(), rows))


def deal(code, hands):
    """Give players new hands, by seat, from the deck."""

    def change(state):
        for seat, cards in hands.items():
            player = state.players[seat]
            state.deck += player.hand
            player.hand = sorted(cards)
            for card in cards:
                state.deck.remove(card)
        state.deck.sort()

    alter(code, change)


def lead(code, leader):
    """Make all players neighbours of each other, and give one of them most of the armies."""

    def change(state):
        for number, (name, holding) in enumerate(state.holdings.items()):
            if state.stronghold_on(name) is None:
                holding.owner = number % len(state.players)
            holding.armies = 5 if holding.owner == leader else 2

    alter(code, change)


def buttons_of(html):
    """Return the values that the buttons of a page send, by label."""
    found = _BUTTON.findall(html)
    return {_TAG.sub("", label).strip(): unescape(said) for _, said, label in found}


def page(client, user, code):
    """Return the table's HTML for a user (None: nobody), with all its lazy forms fetched."""
    client.logout()
    if user is not None:
        client.force_login(user)
    html = client.get(reverse("table", args=[code])).content.decode()
    forms = [
        client.get(link, headers={"HX-Request": "true"}).content.decode()
        for link in _LAZY_FORM.findall(html)
    ]
    return html + "".join(forms)


def ledger_of(html):
    """Return the text of the ledger on a page."""
    start = html.index('<div id="ledger"')
    return _words(html[start : html.index('<details class="new-offer"', start)])


def count_of(html):
    """Return the number of offers that wait for an answer."""
    start = html.index('<span id="offers"')
    return _words(html[start : html.index("<p", start)])


def panel_of(html):
    """Return the text of the panel on a page."""
    start = html.index('<section id="panel"')
    return _words(html[start : html.index("</section>", start)])


def _words(html):
    return " ".join(unescape(_TAG.sub(" ", html)).split())


def post(client, user, code, **fields):
    """Send a form to the table as a user; return the response."""
    client.force_login(user)
    fields.setdefault("key", f"diplomacy-{next(_keys):04}")
    return client.post(reverse("play_move", args=[code]), fields)


def press(client, user, code, label, **fields):
    """Press the button with a label on a user's page; return the response."""
    said = buttons_of(page(client, user, code))[label]
    return post(client, user, code, said=said, **fields)


def offer(client, three, seat=0, partners=(1,), **fields):
    """Send the form for pacts as the player of a seat; `fields` replace its defaults."""
    form = {"move": "offer_pact", "partners": partners, "terms": ["peace", ""], "length": "rounds"}
    form |= {"rounds": 3, "until": "", "words": ""}
    return post(client, three.persons[seat], three.code, **form | fields)


def begun(ruleset, seats):
    """Return the position at the first turn of a game."""
    chance = FastChance(2)
    state, _ = new_game(ruleset, [True] * seats, Options(quick=True), "abcdefgh", chance)
    bots = [BOTS["captain"](random.Random(seat)) for seat in range(seats)]
    while not state.round:
        seat = state.decisions[0].seat
        play(state, seat, bots[seat].choose(view(state, seat)), chance)
    return state


def shown_to(state, seat):
    """Return which parts of chapter 9 have content for a seat."""
    scene = scene_of(state, seat)
    forms = {name for name in ("pact", "cards") if form_key(name, scene)}
    offers = dict(diplomacy_parts(scene))["offers"].context
    return forms | ({"section"} if offers["is_shown"] else set())
