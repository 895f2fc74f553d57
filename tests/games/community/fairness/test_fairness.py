"""The fairness page: public values before the start, seals during a game, everything afterwards."""

import hashlib

import pytest

from games.community.fairness.fairness import later_part, shown
from games.community.lobby.public_values import clean_public_value, set_public_value
from games.drawing.display.parts import Scene
from games.drawing.display.seating import seating_of
from games.exceptions import NoSuchGame, NotSeated, Stale
from games.models import Game, HiddenArmies, Move, Player
from games.playing.play import play_for
from games.playing.start import start_game
from games.storage.store.stored_game import load
from games.table.page.frames import drawn
from rules import InvalidMove, view
from rules.moves import EndGame

pytestmark = pytest.mark.django_db

WORDS = "The quick brown fox jumps over the lazy dog"
WORDS_SHA256 = "d7a8fbb307d7809469ca9abcb0082e4f8d5651e46d3cdb762d02d0bf37c9e592"


def value_of(game, user):
    return Player.objects.get(game=game, user=user).public_value


def give(client, code, text, **extra):
    return client.post(f"/games/{code}/public-value/", {"public_value": text}, **extra)


# Public values


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", ""),
        ("   ", ""),
        ("c0ffee", "c0ffee"),
        (" C0FFEE\n", "c0ffee"),
        ("f" * 64, "f" * 64),
        (WORDS, WORDS_SHA256),
        ("é", hashlib.sha256(b"\xc3\xa9").hexdigest()),
    ],
)
def test_hex_stays_as_it_is_and_words_are_hashed(text, value):
    assert clean_public_value(text) == value


@pytest.mark.parametrize("text", ["f" * 65, "a\x00b", "two\nlines", "\u202eabc", "\ud800"])
def test_long_or_multiline_values_are_refused(text):
    with pytest.raises(InvalidMove, match="one line, with at most 64"):
        clean_public_value(text)


def test_a_player_gives_a_value_and_replaces_it_before_the_start(client, opened, alice):
    client.force_login(alice)
    before = Game.objects.get(pk=opened.pk).changed_at
    answer = give(client, opened.code, "c0ffee")
    assert (answer.status_code, answer["Location"]) == (302, f"/games/{opened.code}/")
    assert value_of(opened, alice) == "c0ffee"
    assert Game.objects.get(pk=opened.pk).changed_at > before
    give(client, opened.code, WORDS)
    assert value_of(opened, alice) == WORDS_SHA256


def test_the_page_says_when_each_value_came(client, opened, alice):
    set_public_value(opened.code, alice, "c0ffee")
    given_at = Player.objects.get(game=opened, user=alice).value_given_at
    told = f"added {given_at:%Y-%m-%d %H:%M:%S} UTC"
    address = f"/games/{opened.code}/fairness/"
    waiting = client.get(address).content.decode()
    start_game(opened.code)
    begun = client.get(address).content.decode()
    for page in (waiting, begun):
        assert page.count(told) == page.count(">added ") == 1


def test_all_values_go_into_the_dice(opened, alice, bob):
    set_public_value(opened.code, alice, "a1")
    set_public_value(opened.code, bob, "b2")
    start_game(opened.code)
    assert load(opened.code).public_values == ["a1", "b2", ""]


def test_values_are_fixed_at_the_start(client, table, alice):
    before = value_of(load(table.code).id, alice)
    with pytest.raises(Stale, match="has started"):
        set_public_value(table.code, alice, "c0ffee")
    client.force_login(alice)
    assert give(client, table.code, "c0ffee").status_code == 409
    assert value_of(load(table.code).id, alice) == before


def test_only_seated_players_give_values(client, opened, charlie):
    assert give(client, opened.code, "c0ffee").status_code == 403
    client.force_login(charlie)
    assert give(client, opened.code, "c0ffee").status_code == 403
    with pytest.raises(NotSeated):
        set_public_value(opened.code, charlie, "c0ffee")
    with pytest.raises(NoSuchGame):
        set_public_value("nowhere", charlie, "c0ffee")
    assert give(client, "nowhere", "c0ffee").status_code == 404


def test_an_invalid_value_is_refused_with_a_sentence(client, opened, alice):
    client.force_login(alice)
    answer = give(client, opened.code, "x" * 65)
    assert answer.status_code == 400
    assert "Enter your value on one line, with at most 64 characters." in answer.content.decode()
    assert value_of(opened, alice) == ""


def test_the_script_gets_the_values_back(client, opened, alice):
    client.force_login(alice)
    answer = give(client, opened.code, "c0ffee", headers={"HX-Request": "true"})
    page = answer.content.decode()
    assert answer.status_code == 200
    assert page.lstrip().startswith('<section id="public-values"')
    assert 'value="c0ffee"' in page and "none (bot)" in page


def test_player_names_are_escaped(client, opened, alice):
    alice.name = "<b>alice</b>"
    alice.save()
    page = client.get(f"/games/{opened.code}/fairness/").content.decode()
    assert "<b>alice</b>" not in page and "&lt;b&gt;alice&lt;/b&gt;" in page


# The panel


def panel(code, seat):
    stored = load(code)
    return shown(seating_of(stored), view(stored.state(), seat))


def test_the_panel_opens_only_the_own_slip(table):
    slips = panel(table.code, 0)["slips"]
    choices = HiddenArmies.objects.filter(game__code=table.code).order_by("place")
    assert [slip["seal"]["whole"] for slip in slips] == [choice.commitment for choice in choices]
    own = [slip for slip in slips if slip["opened"] and not slip["is_revealed"]]
    mine = choices.get(maker=0)
    assert len(own) == 1 and own[0]["is_own"] and own[0]["maker"] == "alice"
    assert own[0]["opened"]["territory_id"] == mine.territory
    assert own[0]["opened"]["salt"]["whole"] == mine.salt
    assert own[0]["opened"]["fits"]
    assert all(
        slip["is_revealed"] == bool(slip["opened"]) for slip in panel(table.code, None)["slips"]
    )


def test_a_revealed_slip_is_sent_only_to_open_panels(client, table):
    stored = load(table.code)
    seating, state = seating_of(stored), stored.state()
    before = later_part(Scene(view(state, None), seating))
    state.hidden[1].revealed = True
    after = later_part(Scene(view(state, None), seating))
    assert before.written != after.written
    pushed, path = drawn("fairness", after), f"/games/{table.code}/fairness/"
    assert f'hx-get="{path}"' in pushed and len(pushed) < 120
    fetched = client.get(path, headers={"HX-Request": "true"}).content.decode()
    assert fetched.startswith('<section id="fairness"')
    assert fetched.strip() in client.get(f"/games/{table.code}/").content.decode()


def test_a_slip_that_was_changed_does_not_fit_its_seal(table):
    choice = HiddenArmies.objects.get(game__code=table.code, maker=0)
    other = "idee" if choice.territory != "idee" else "onnwal"
    HiddenArmies.objects.filter(pk=choice.pk).update(territory=other)
    own = next(slip for slip in panel(table.code, 0)["slips"] if slip["opened"])
    assert not own["opened"]["fits"]


def test_the_panel_shows_all_that_was_committed_to(table):
    facts = panel(table.code, 1)
    game = Game.objects.get(code=table.code)
    assert facts["seed"]["whole"] == game.seed_commitment
    assert facts["seed"]["short"] == game.seed_commitment[:8]
    assert [value["name"] for value in facts["values"]] == ["alice", "bob", "Captain Cedar"]
    assert facts["is_over"] is False


def test_a_browser_may_keep_what_its_own_player_chose(client, table, opened, alice, charlie):
    address = f"/games/{table.code}/own.json"
    everybodys = client.get(address).json()
    assert (everybodys["seat"], everybodys["value"], everybodys["hidden"]) == (None, None, [])
    client.force_login(charlie)
    assert client.get(address).json() == everybodys
    client.force_login(alice)
    answer = client.get(address)
    mine = HiddenArmies.objects.filter(game__code=table.code, maker=0)
    own = {
        "seat": 0,
        "value": value_of(opened, alice),
        "hidden": list(mine.values("maker", "territory", "commitment", "salt")),
    }
    assert own["hidden"] and answer.json() == everybodys | own
    assert "no-store" in answer["Cache-Control"]


# The page


def secrets_of(game):
    """The seed, and the salts of hidden armies that are not revealed."""
    sealed = HiddenArmies.objects.filter(game=game, revealed=False)
    return [bytes(game.seed).hex(), *sealed.values_list("salt", flat=True)]


def test_the_page_of_an_open_table_shows_the_seal(client, opened):
    page = client.get(f"/games/{opened.code}/fairness/").content.decode()
    assert opened.seed_commitment in page
    assert bytes(Game.objects.get(pk=opened.pk).seed).hex() not in page


def test_the_page_of_a_running_game_opens_nothing_of_others(client, table, alice, charlie):
    game = Game.objects.get(code=table.code)
    path = f"/games/{table.code}/fairness/"
    for page in (client.get(path), _seen_by(client, charlie, path)):
        assert page.status_code == 200
        assert not any(secret in page.content.decode() for secret in secrets_of(game))
    own = HiddenArmies.objects.get(game=game, maker=0)
    page = _seen_by(client, alice, path).content.decode()
    shown_to_alice = [secret for secret in secrets_of(game) if secret in page]
    assert shown_to_alice == [own.salt]


def _seen_by(client, user, path):
    client.force_login(user)
    return client.get(path)


def test_after_the_end_the_page_opens_everything(client, table):
    play_for(table.code, 0, EndGame(()), Move.By.MODERATOR, decision=None)
    game = Game.objects.get(code=table.code)
    page = client.get(f"/games/{table.code}/fairness/").content.decode()
    assert all(secret in page for secret in secrets_of(game))
    assert page.count("matches its seal") == 1 + HiddenArmies.objects.filter(game=game).count()
    assert f"/games/{table.code}/record.json" in page
    assert f"python -m rules verify castlerisk-{table.code}.json" in page


def test_a_wrong_seed_is_marked(client, table):
    play_for(table.code, 0, EndGame(()), Move.By.MODERATOR, decision=None)
    Game.objects.filter(code=table.code).update(seed=bytes(32))
    assert "doesn’t match its seal" in client.get(f"/games/{table.code}/fairness/").content.decode()
