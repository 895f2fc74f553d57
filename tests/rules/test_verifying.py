"""Chapter 12: a changed record is found out, and a damaged one answered with a sentence."""

import hashlib
import hmac
import json
import random
from contextlib import suppress
from functools import cache

import pytest

from rules.errors import RecordError
from rules.record.document import load_document
from rules.record.replaying import replay
from rules.record.verifying import UNFINISHED, Report, verify
from rules.state import to_json as position
from tests.rules.recorded_games import Table, played_games, short_document


def problem(document):
    """The one sentence a wrong record is answered with."""
    report = verify(document)
    assert not report.ok
    (sentence,) = report.problems
    assert sentence.isprintable() and 10 < len(sentence) <= 300 and sentence.endswith((".", "…"))
    return sentence


@cache
def game_text():
    """A game of three that was taken back twice, as JSON text."""
    return json.dumps(played_games()[2].record.to_json())


@pytest.fixture
def document():
    return json.loads(game_text())


def draws_of(document, kind):
    """Every (number of the entry, draw) of a kind."""
    return [
        (entry["number"], draw)
        for entry in document["entries"]
        for draw in entry.get("draws", ())
        if draw["kind"] == kind
    ]


# A whole record


def test_the_records_of_games_are_right():
    for table in played_games():
        document = load_document(json.dumps(table.record.to_json()))
        assert verify(document).problems == ()
        assert any(document["commitment"] in note for note in verify(document).notes)


def test_the_order_of_keys_does_not_matter(document):
    assert verify(json.loads(json.dumps(document, sort_keys=True))).ok


def test_a_running_game_is_checked_as_far_as_it_can_be():
    table = Table(3, 21)
    table.go_on(120)
    document = table.record.to_json()
    assert verify(document) == Report((), verify(document).notes)
    assert UNFINISHED in verify(document).notes
    event = next(entry for entry in document["entries"] if entry["number"] and entry["events"])
    event["events"].pop()
    assert f"Entry {event['number']}: It leaves out" in problem(document)


# The same, from nothing but the text of the rulebook


def block(document, epoch, number, index):
    lines = ["castlerisk-chance-1", document["game"], epoch, number, index, *document["values"]]
    message = "\n".join(map(str, lines)).encode()
    return hmac.new(bytes.fromhex(document["seed"]), message, hashlib.sha256).digest()


def numbers_below(document, epoch, number):
    """A function that gives the next number below n of a draw."""
    bytes_left, index = b"", 0

    def below(limit):
        nonlocal bytes_left, index
        while True:
            if not bytes_left:
                bytes_left, index = block(document, epoch, number, index), index + 1
            word, bytes_left = int.from_bytes(bytes_left[:4], "big"), bytes_left[4:]
            if word < 4294967296 - 4294967296 % limit:
                return word % limit

    return below


def drawn_again(below, kind, of, count):
    if kind == "roll":
        return [1 + below(6) for _ in range(count)]
    if kind == "pick":
        return [below(of)]
    places = list(range(of))
    for i in range(of - 1, 0, -1):
        j = below(i + 1)
        places[i], places[j] = places[j], places[i]
    return places


def wrong_draws(document):
    """The running numbers of all draws that do not come out of the seed."""
    assert hashlib.sha256(bytes.fromhex(document["seed"])).hexdigest() == document["commitment"]
    wrong, epoch, expected = [], 0, 0
    for entry in document["entries"]:
        epoch = entry.get("epoch", epoch)
        for draw in entry.get("draws", ()):
            if draw["kind"] != "salt":
                below = numbers_below(document, epoch, draw["number"])
                values = drawn_again(below, draw["kind"], draw["of"], len(draw["values"]))
                if draw["number"] != expected or values != draw["values"]:
                    wrong.append(expected)
                expected += 1
    return wrong


def wrong_commitments(document):
    """The numbers of all entries whose hidden armies do not fit their commitment."""
    wrong = []
    for entry in document["entries"]:
        events = {event["event"]: event for event in entry.get("events", ())}
        if "hidden_chosen" in events:
            kept = events["hidden_kept"]
            lines = [document["game"], str(kept["seat"]), kept["territory"], kept["salt"]]
            text = "\n".join(["castlerisk-hidden-1", *lines])
            sealed = hashlib.sha256(text.encode()).hexdigest()
            if sealed != events["hidden_chosen"]["commitment"]:
                wrong.append(entry["number"])
    return wrong


def last_digest(document):
    """The digest of the last entry, from the head and all entries."""
    after = {"entries", "outcome", "seed", "hidden"}
    head = {name: part for name, part in document.items() if name not in after}
    names = ("name", "substitutes")
    head["seats"] = [
        {key: value for key, value in seat.items() if key not in names} for seat in head["seats"]
    ]
    digest = ""
    for facts in [head, *document["entries"]]:
        facts = {key: value for key, value in facts.items() if key != "digest"}
        text = json.dumps(facts, sort_keys=True, separators=(",", ":"))
        digest = hashlib.sha256(f"{digest}\n{text}".encode("ascii")).hexdigest()
    return digest


def test_a_verifier_written_from_the_rulebook_finds_every_record_right():
    draws = commitments = 0
    for table in played_games():
        document = json.loads(json.dumps(table.record.to_json()))
        assert wrong_draws(document) == []
        assert wrong_commitments(document) == []
        assert last_digest(document) == document["entries"][-1]["digest"]
        draws += table.state.draws
        commitments += len(document["hidden"])
    assert draws > 500 and commitments > 20


def test_both_verifiers_find_the_same_changed_die(document):
    number, draw = draws_of(document, "roll")[-1]
    draw["values"][0] = draw["values"][0] % 6 + 1
    assert wrong_draws(document) == [draw["number"]]
    assert problem(document).startswith(f"Entry {number}, ")


# A changed record


@pytest.mark.parametrize("place", range(0, 100, 9))
def test_a_changed_die_is_named(document, place):
    rolls = draws_of(document, "roll")
    number, draw = rolls[place * len(rolls) // 100]
    true = list(draw["values"])
    draw["values"][-1] = true[-1] % 6 + 1
    says, gave = (", ".join(map(str, values)) for values in (draw["values"], true))
    assert problem(document).startswith(f"Entry {number}, the ")
    assert problem(document).endswith(f"the seed gives {gave} but the record says {says}.")


def test_attack_dice_are_named_as_such(document):
    number, draw = next(
        item for item in draws_of(document, "roll") if "attack" in item[1]["purpose"]
    )
    draw["values"][0] = draw["values"][0] % 6 + 1
    assert problem(document).startswith(f"Entry {number}, the attack dice: the seed gives ")


@pytest.mark.parametrize("place", range(0, 100, 9))
def test_a_changed_card_is_named(document, place):
    picks = [(number, draw) for number, draw in draws_of(document, "pick") if draw["of"] > 1]
    number, draw = picks[place * len(picks) // 100]
    draw["values"][0] = (draw["values"][0] + 1) % draw["of"]
    assert problem(document).startswith(f"Entry {number}, the ")


def test_a_changed_shuffle_is_named():
    document = json.loads(short_document())
    (number, seats), (_, dealt) = draws_of(document, "shuffle")
    seats["values"].reverse()
    assert problem(document) == (
        f"Entry {number}, the order of the seats: the seed gives "
        f"{seats['values'][1]}, {seats['values'][0]} but the record says "
        f"{seats['values'][0]}, {seats['values'][1]}."
    )
    seats["values"].reverse()
    dealt["values"][3:5] = reversed(dealt["values"][3:5])
    assert "the dealing of the territories: the seed gives" in problem(document)
    assert f"{dealt['values'][4]} in place 3" in problem(document)


@pytest.mark.parametrize("whole", [False, True])
def test_a_changed_die_is_found_even_where_its_events_were_changed_with_it(document, whole):
    table = Table(2, 31)
    table.go_on(5)
    document = table.end()
    start = document["entries"][0]
    roll = next(draw for draw in start["draws"] if draw["kind"] == "roll")
    roll["values"] = [1, 6] if roll["values"][1] < 6 else [6, 1]
    if whole:
        rolled = next(event for event in start["events"] if event["event"] == "first_rolled")
        rolled["rolls"] = [[[0, roll["values"][0]], [1, roll["values"][1]]]]
        rolled["seat"] = roll["values"].index(6)
    assert problem(document).startswith("Entry 0, the dice for who goes first in set-up: the seed")


def test_a_changed_salt_or_commitment_is_named(document):
    entries = [
        entry
        for entry in document["entries"]
        if any(draw["kind"] == "salt" for draw in entry.get("draws", ()))
    ]
    for entry in entries:
        told = json.dumps(entry)
        salt = next(draw["values"] for draw in entry["draws"] if draw["kind"] == "salt")
        chosen = next(event for event in entry["events"] if event["event"] == "hidden_chosen")
        territory = next(
            event["territory"] for event in entry["events"] if event["event"] == "hidden_kept"
        )
        for old, new in (
            (f'"values": "{salt}"', f'"values": "{"0" * 64}"'),
            (f'"salt": "{salt}"', f'"salt": "{"0" * 64}"'),
            (salt, "0" * 64),
            (chosen["commitment"], "f" * 64),
            (f'"territory": "{territory}"', '"territory": "ratik"'),
        ):
            assert told.count(old) >= 1
            place = document["entries"].index(entry)
            document["entries"][place] = json.loads(told.replace(old, new))
            assert problem(document).startswith(f"Entry {entry['number']}, the hidden armies: ")
            document["entries"][place] = entry
    assert len(entries) >= 3 and verify(document).ok


def test_the_choices_shown_in_the_end_are_those_made(document):
    for change in (
        lambda hidden: hidden.pop(),
        lambda hidden: hidden.reverse(),
        lambda hidden: hidden[0].update(territory="ratik"),
        lambda hidden: hidden[0].update(salt="0" * 64),
        lambda hidden: hidden[0].update(maker=True),
    ):
        changed = json.loads(game_text())
        change(changed["hidden"])
        assert "hidden armies" in problem(changed)


@pytest.mark.parametrize("place", range(0, 100, 7))
def test_a_changed_event_is_named(document, place):
    told = [
        (entry["number"], event, name)
        for entry in document["entries"]
        for event in entry.get("events", ())
        for name in event
        if type(event[name]) is int and not event["event"].startswith("hidden")
    ]
    number, event, name = told[place * len(told) // 100]
    event[name] += 1
    sentence = problem(document)
    assert sentence.startswith(f"Entry {number}: In {event['event'].replace('_', ' ')}, ")
    assert sentence.endswith(f"the game gives {event[name] - 1}, not {event[name]}.")


def test_events_left_out_added_or_put_elsewhere_are_named(document):
    entry = next(entry for entry in document["entries"] if len(entry.get("events", ())) > 3)
    events, number = entry["events"], entry["number"]
    for changed, sentence in (
        (events[:-1], f"It leaves out the event {events[-1]['event'].replace('_', ' ')}."),
        (events + events[-1:], "It tells of more than happened."),
        ([events[1], events[0], *events[2:]], "It has another event in place of"),
        ([{"event": "miracle"}, *events[1:]], "It has another event in place of"),
        ([7, *events[1:]], "It has another event in place of"),
        ([{**events[0], "more": 1}, *events[1:]], "It says too much of"),
        ([{"event": events[0]["event"]}, *events[1:]], "In "),
    ):
        entry["events"] = changed
        assert problem(document).startswith(f"Entry {number}: {sentence}")


def test_true_is_not_one(document):
    number, event = next(
        (entry["number"], event)
        for entry in document["entries"]
        for event in entry.get("events", ())
        if event.get("armies") == 1
    )
    event["armies"] = True
    assert problem(document).startswith(f"Entry {number}: In ")


@pytest.mark.parametrize("place", range(5, 100, 9))
def test_a_changed_order_is_named(document, place):
    entries = [
        entry
        for entry in document["entries"]
        if entry["kind"] == "move" and "territory" in entry["move"]
    ]
    entry = entries[place * len(entries) // 100]
    others = sorted({other["move"]["territory"] for other in entries})
    others.remove(entry["move"]["territory"])
    entry["move"]["territory"] = others[place % len(others)]
    assert problem(document).startswith(f"Entry {entry['number']}: ")


def test_a_move_by_another_or_by_another_door_is_named(document):
    entry = next(
        entry
        for entry in document["entries"]
        if entry["kind"] == "move" and entry["move"]["move"] == "claim"
    )
    for change in ({"seat": 1 - entry["seat"]}, {"seat": 5}, {"by": "clock"}, {"by": "me"}):
        document["entries"][entry["number"]] = {**entry, **change}
        assert problem(document).startswith(f"Entry {entry['number']}: ")


def test_entries_left_out_doubled_or_exchanged_are_named(document):
    entries = document["entries"]
    for changed, number in (
        (entries[:50] + entries[51:], 50),
        (entries[:51] + entries[50:], 51),
        ([*entries[:50], entries[51], entries[50], *entries[52:]], 50),
        (entries[1:], 0),
    ):
        assert problem({**document, "entries": changed}).startswith(f"Entry {number}: ")
    # The numbers of draws are looked at first.
    drawless = next(entry for entry in entries[50:] if not entry.get("draws"))
    for entry in (drawless, {**entries[1], "number": len(entries)}):
        longer = {**document, "entries": [*entries, {**entry, "number": len(entries)}]}
        assert problem(longer) == f"Entry {len(entries)}: It comes after the end of the game."
    again = [
        {**entry, "number": number} for number, entry in enumerate(entries[:50] + entries[51:])
    ]
    assert problem({**document, "entries": again}).startswith("Entry ")


def test_a_game_cut_short_is_no_finished_game(document):
    document["entries"] = document["entries"][:60]
    assert "another outcome" in problem(document)
    document["outcome"] = None
    assert "not over, but its secrets are published" in problem(document)
    document["seed"] = document["hidden"] = None
    assert verify(document).ok and UNFINISHED in verify(document).notes


def test_a_changed_take_back_is_named(document):
    number = next(entry["number"] for entry in document["entries"] if entry["kind"] == "take_back")
    entry = document["entries"][number]
    for change, sentence in (
        ({"to": entry["to"] - 1}, ""),
        ({"to": number}, "not there"),
        ({"to": number - 1}, "nothing to take back"),
        ({"epoch": 2}, "begins epoch 1"),
        ({"epoch": 0}, "begins epoch 1"),
        ({"draw": entry["draw"] - 1}, f"comes draw {entry['draw']}, not {entry['draw'] - 1}"),
        ({"draw": True}, "names an entry"),
        ({"by": "player"}, "Only a moderator"),
        ({"reason": 5}, "one line"),
    ):
        document["entries"][number] = {**entry, **change}
        assert sentence in problem(document)
    del document["entries"][number]
    assert problem(document).startswith(f"Entry {number}: It has another number")


def test_what_was_undone_is_checked_like_all_else(document):
    to, number = next(
        (entry["to"], entry["number"])
        for entry in document["entries"]
        if entry["kind"] == "take_back"
    )
    draw, place = next(
        (draw, entry["number"])
        for entry in document["entries"][to + 1 : number]
        for draw in entry.get("draws", ())
        if draw["kind"] == "roll"
    )
    trusted = position(replay(document, check_events=False))
    draw["values"][0] = draw["values"][0] % 6 + 1
    assert problem(document).startswith(f"Entry {place}, ")
    with pytest.raises(RecordError, match=f"Entry {place}: "):
        replay(document)
    assert position(replay(document, check_events=False)) == trusted


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seed": "00" * 32}, "not the one that the published commitment is of"),
        ({"seed": "00"}, "64 digits"),
        ({"seed": 17}, "64 digits"),
        ({"seed": None}, "its seed is not in the record"),
        ({"commitment": "00" * 32}, "not the one that the published commitment is of"),
        ({"commitment": "no"}, "64 digits"),
        ({"outcome": None}, "another outcome"),
        ({"hidden": None}, "hidden armies in the end"),
        ({"schema": 2}, "no record of schema 1"),
        ({"schema": True}, "no record of schema 1"),
        ({"game": "another"}, "Entry 0, the order of the seats"),
        ({"game": "two\nlines"}, "one short line"),
        ({"game": "\ud800"}, "one short line"),
        ({"values": ["", "", ""]}, "Entry 0, the order of the seats"),
        ({"values": ["", ""]}, "one public value for each seat"),
        ({"values": ["x", "", ""]}, "lower-case hex"),
        ({"entries": []}, "a list of entries"),
        ({"entries": {}}, "a list of entries"),
        ({"board": {"id": "flanaess", "version": "00" * 32}}, "on a board that this version"),
        ({"seats": []}, "not played by 0"),
        ({"seats": "none"}, "“record.seats” should be a list"),
        ({"more": 1}, "lacks or has too much: more"),
    ],
)
def test_a_changed_head_or_end_is_named(document, change, sentence):
    assert sentence in problem({**document, **change})


def test_the_edition_of_the_rules_counts(document):
    for change in ({"version": 2}, {"name": "chess"}):
        changed = {**document, "ruleset": {**document["ruleset"], **change}}
        assert "rules that this version does not know" in problem(changed)


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        ("pace", "slow", "no pace"),
        ("on_resign", "player", "cannot take a seat"),
        ("rounds", 10**9, "rounds"),
        ("rounds", "4", "should be int"),
        ("quick", 1, "should be bool"),
        ("quick", True, "Entry "),
    ],
)
def test_changed_options_are_named(document, option, value, sentence):
    document["ruleset"]["options"][option] = value
    assert sentence in problem(document)


@pytest.mark.parametrize("made", ["orders", "wishes", "agree", "seat"])
def test_what_was_said_cannot_be_changed(document, made):
    entry = next(
        entry
        for entry in document["entries"]
        if entry["kind"] == "move" and entry["move"]["move"] == made
    )
    number = entry["number"]
    entry["by"] = "order"
    assert problem(document).startswith(f"Entry {number}")
    if made == "orders":
        entry["by"] = "player"
        assert verify(document).ok
        entry["move"]["orders"]["fallbacks"] = {}
        assert problem(document) == (
            f"Entry {number} is not as it was written: its digest is another."
        )


def test_the_head_is_held_fast_too(document):
    document["seats"][0]["value_given"] = "after the start"
    assert problem(document).startswith("The head or entry 0 is not as it was written")


def changed(value):
    """Another value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return ("1" if value[:1] == "0" else "0") + value[1:]
    return "something"


@pytest.mark.parametrize("part", range(12))
def test_no_value_is_changed_unnoticed(part):
    document = json.loads(short_document())
    places = [
        (container, key)
        for container, key in all_places(document)
        if not isinstance(container[key], dict | list) and key != "name"
    ]
    for container, key in random.Random(part).sample(places, 20):
        value = container[key]
        container[key] = changed(value)
        assert problem(document)
        container[key] = value
    assert verify(document).ok


def test_another_outcome_is_named(document):
    document["outcome"]["winners"] = [0]
    assert "another outcome" in problem(document)


# A damaged record


DAMAGES = (
    None,
    True,
    -1,
    0,
    1,
    7,
    10**40,
    1.5,
    float("inf"),
    "",
    "x",
    "\ud800",
    "a\x1b[31mb",
    "ratik",
    "f" * 64,
    [],
    [[]],
    {},
    {"event": "captured"},
    [0, 0, 0],
    {"move": "orders", "orders": {"fallbacks": {"dice": []}}},
)


def all_places(node, above=()):
    """Every (container, key) inside a document."""
    for key in range(len(node)) if isinstance(node, list) else list(node):
        yield node, key
        if isinstance(node[key], dict | list):
            yield from all_places(node[key])


def damage(node, source):
    """Change a document in one place, in one of many ways."""
    container, key = source.choice(list(all_places(node)))
    way = source.randrange(6)
    if way == 0:
        del container[key]
    elif way == 1 and isinstance(container, list):
        container.insert(key, container[source.randrange(len(container))])
    elif way == 2 and isinstance(container, dict):
        container[source.choice(["more", "move", "seat", "kind"])] = source.choice(DAMAGES)
    elif way == 3:
        other, place = source.choice(list(all_places(node)))
        container[key] = json.loads(json.dumps(other[place]))
    else:
        container[key] = source.choice(DAMAGES)


def is_answered(document):
    """Whether a document is read or refused in a sentence; anything else would be raised."""
    report = verify(document)
    for sentence in (*report.problems, *report.notes):
        assert sentence.isprintable() and len(sentence) <= 300
    for check_events in (True, False):
        with suppress(RecordError):
            replay(document, check_events)
    return True


@pytest.mark.parametrize("number", range(300))
def test_a_damaged_record_is_answered_with_a_sentence(number):
    source = random.Random(number)
    document = json.loads(short_document())
    for _ in range(source.choice([1, 1, 1, 3])):
        damage(document, source)
    assert is_answered(document)


@pytest.mark.parametrize("document", [*DAMAGES, b"", (), 1j])
def test_what_is_no_record_is_answered_with_a_sentence(document):
    assert problem(document)
    with pytest.raises(RecordError):
        replay(document)


def test_a_file_cut_off_anywhere_is_answered_with_a_sentence():
    text = short_document()
    for length in range(0, len(text) - 1, 997):
        with pytest.raises(RecordError, match="no JSON document from line 1, column"):
            load_document(text[:length])


def nested(depth):
    inner = []
    for _ in range(depth):
        inner = [inner]
    return inner


@pytest.mark.parametrize("place", ["events", "draws", "move", "seat", "by"])
def test_deep_nesting_is_answered_with_a_sentence(place):
    document = json.loads(short_document())
    document["entries"][5][place] = [nested(100_000)]
    assert problem(document).startswith("Entry 5: ")


def test_a_draw_out_of_more_than_there_is_is_refused_at_once():
    for of in (10**12, 2**32 + 1, 10**40):
        document = json.loads(short_document())
        _, draw = draws_of(document, "pick")[0]
        draw["of"] = of
        assert "more things than any game has" in problem(document)
