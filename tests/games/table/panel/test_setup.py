"""The set-up with the page's forms alone, without scripts; a refused form keeps its numbers."""

import random

import pytest
from django.test import Client

from games.models import HiddenArmies
from games.playing.bots import play_bot
from games.playing.start import create_game, start_game
from games.storage.store.stored_game import load
from rules import GREYHAWK, Options
from rules.questions import DecisionKind
from tests.support.tables.positions.pinned import pin
from tests.support.tables.quick import begun_now
from tests.support.tables.robot import read_panel

MOST_ANSWERS = 400


class Person:
    """A player without JavaScript, who reads the panel and submits its main form."""

    def __init__(self, user, code):
        self.client, self.code = Client(), code
        self.client.force_login(user)

    def panel(self, query=""):
        answer = self.client.get(f"/games/{self.code}/panel/{query}")
        assert answer.status_code == 200
        return read_panel(answer.content.decode())

    def offers_advice(self, query=""):
        return any("advice=" in link for link in self.panel(query).links)

    def fields(self, query=""):
        form = next(form for form in self.panel(query).forms if form.method == "post")
        chosen = random.Random(1)
        pairs = dict(form.filled(chosen))
        # A select shows the chosen option, which the robot does not read.
        if "hide" in pairs:
            pairs["hide"] = self.free_territory()
        return pairs

    def free_territory(self):
        state = load(self.code).state()
        return next(name for name in state.holdings if state.stronghold_on(name) is None)

    def press(self, query="", **changed):
        """Send the main form, with these fields changed."""
        return self.send({**self.fields(query), **changed})

    def send(self, fields):
        return self.client.post(f"/games/{self.code}/moves/", fields)


def seated(users, options):
    game = pin(create_game(users, options), "setup234")
    start_game(game.code)
    persons = [Person(user, game.code) for user in users if not isinstance(user, str)]
    return game.code, persons


def set_up(code, persons):
    """Play to the first turn with the page's proposals; return (state, kinds of decisions)."""
    asked = []
    for _ in range(MOST_ANSWERS):
        state = load(code).state()
        if state.round:
            return state, asked
        found = [seat for seat in range(len(persons)) if state.decision_of(seat)]
        if not found:
            play_bot(code, random.Random(3))
            continue
        asked.append(state.decision_of(found[0]).kind)
        answer = persons[found[0]].press()
        assert answer.status_code == 302, answer.content.decode()[:400]
    raise AssertionError("The set-up does not end.")


def verify_set_up(state):
    seats = len(state.players)
    assert all(holding.owner is not None for holding in state.holdings.values())
    for seat in range(seats):
        armies = sum(state.holdings[name].armies for name in state.held_by(seat))
        assert armies == GREYHAWK.starting_armies[seats]
    assert len(state.hidden) == seats


@pytest.mark.parametrize("bots", [0, 4])
def test_a_quick_set_up_works_with_the_proposals(alice, bob, bots):
    code, persons = seated([alice, bob, *["captain"] * bots], Options(quick=True))
    state, asked = set_up(code, persons)
    verify_set_up(state)
    assert asked.count(DecisionKind.STRONGHOLD) == asked.count(DecisionKind.MUSTER) == 2
    assert len(asked) == 4


@pytest.mark.parametrize("bots", [0, 4])
def test_a_full_set_up_works_with_the_proposals(alice, bob, bots):
    code, persons = seated([alice, bob, *["captain"] * bots], Options())
    state, asked = set_up(code, persons)
    verify_set_up(state)
    assert set(asked) == {
        DecisionKind.STRONGHOLD,
        DecisionKind.CLAIM,
        DecisionKind.PLACE,
        DecisionKind.HIDE,
    }


def test_a_stronghold_goes_where_it_was_chosen_in_the_list(alice, bob):
    code, (person, _) = seated([alice, bob], Options(quick=True))
    links = [link for link in person.panel().links if "territory=" in link]
    query = links[-1].partition(f"/games/{code}/")[2].partition("#")[0]
    assert person.press(query).status_code == 302
    assert load(code).state().players[0].unseen_stronghold == query.partition("=")[2]


def test_a_game_made_at_once_begins_with_one_press_or_with_every_choice(alice):
    code = begun_now(alice)
    person = Person(alice, code)
    fields = person.fields()
    assert fields["rest"] == "proposed" and fields["territory"]
    assert "rest" not in person.fields("?own=yes")
    assert person.panel("?own=yes").back is not None
    # Advice would lead to the set-up with every choice.
    assert not person.offers_advice() and person.offers_advice("?own=yes")
    verify_set_up(set_up(code, [person])[0])


# Numbers


@pytest.fixture
def mustering(alice, bob):
    """The persons alice and bob, in this order, about to muster."""
    _, persons = seated([alice, bob], Options(quick=True))
    for person in persons:
        person.press()
    return persons


def numbers(fields):
    return {name: int(text) for name, text in fields.items() if name.startswith("place:")}


def test_the_proposal_places_all_armies_and_hides_some(mustering):
    fields = mustering[0].fields()
    assert sum(numbers(fields).values()) == int(fields["of"])
    assert fields["hide"]


def test_too_many_armies_are_refused_with_a_sentence_and_the_numbers_stay(mustering):
    person = mustering[0]
    fields = person.fields()
    own = list(numbers(fields))
    before = load(person.code).number
    answer = person.send({**fields, **dict.fromkeys(own, "0"), own[0]: "7", own[1]: "90"})
    assert answer.status_code in (400, 422)
    page = answer.content.decode()
    form = next(form for form in read_panel(page).forms if form.method == "post")
    kept = {item.name: item.value for item in form.controls}
    assert kept[own[0]] == "7" and kept[own[1]] == "90" and kept[own[2]] == "0"
    assert "notice error" in page
    assert load(person.code).number == before
    assert not HiddenArmies.objects.filter(game__code=person.code).exists()


def test_numbers_can_be_filled_in_without_scripts(mustering):
    person = mustering[0]
    evenly = numbers(person.fields("?fill=evenly"))
    assert max(evenly.values()) - min(evenly.values()) <= 1
    assert sum(evenly.values()) == int(person.fields()["of"])
    assert numbers(person.fields("?fill=proposed")) == numbers(person.fields())
    assert not any(numbers(person.fields("?fill=none")).values())


def test_hidden_armies_are_chosen_on_the_map_and_the_numbers_come_along(mustering):
    person = mustering[0]
    own = list(numbers(person.fields()))
    query = f"?ask=hide&{own[0]}=4&{own[1]}=2"
    panel = person.panel(query)
    assert not panel.forms
    link = next(link for link in panel.links if "hide=" in link).partition(f"{person.code}/")[2]
    link = link.partition("#")[0]
    given = numbers(person.fields(link))
    assert given[own[0]] == 4 and given[own[1]] == 2 and sum(given.values()) == 6


@pytest.mark.parametrize("text", ["-1", "x", "٣", "99999999999", "1.5", "<b>"])
def test_invalid_numbers_are_ignored(mustering, text):
    person = mustering[0]
    fields = person.fields()
    own = next(iter(numbers(fields)))
    before = load(person.code).number
    assert person.send({**fields, own: text}).status_code in (400, 422)
    assert load(person.code).number == before
    assert person.panel(f"?{own}={text.replace('<', '%3C')}").forms


def test_a_musters_hidden_territory_stays_secret(mustering):
    alice, bob = mustering
    fields = alice.fields()
    bob_before = shown_to(bob)
    assert alice.send({**fields, "hide": "hepmonaland"}).status_code == 302
    assert shown_to(bob) == bob_before


def shown_to(person):
    """The numbers and the hidden territory that a person is shown."""
    form = next(form for form in person.panel().forms if form.method == "post")
    new = ("csrfmiddlewaretoken", "key", "have")
    return {item.name: item.value for item in form.controls if item.name not in new}


def test_begin_sends_the_muster_with_the_stronghold(alice):
    code = begun_now(alice)
    person = Person(alice, code)
    assert person.press().status_code == 302
    decision = load(code).state().decision_of(0)
    assert decision is None or decision.kind is not DecisionKind.MUSTER
    assert [item.maker for item in load(code).state().hidden].count(0) == 1
