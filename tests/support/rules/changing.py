"""A record for tests to tamper with, and the sentence that reports the change."""

import json
from functools import cache

from rules.record.verifying import verify
from tests.support.rules.recorded_games import played_games

WRONG_DIGEST = ("its digest is wrong.", "the digest of entry 0 is wrong.")


def problem(document):
    """Return the last problem found in a document; only a wrong digest may come before it."""
    report = verify(document)
    assert not report.ok
    *blamed, sentence = report.problems
    assert all(blame.endswith(WRONG_DIGEST) for blame in blamed) and len(blamed) < 2
    assert sentence.isprintable() and 10 < len(sentence) <= 300 and sentence.endswith((".", "…"))
    return sentence


@cache
def game_text():
    """Return a game of three with two take-backs, as JSON text."""
    return json.dumps(played_games()[2].record.to_json())


def draws_of(document, kind):
    """Return (entry number, draw) for every draw of a kind."""
    return [
        (entry["number"], draw)
        for entry in document["entries"]
        for draw in entry.get("draws", ())
        if draw["kind"] == kind
    ]


def all_places(node, above=()):
    """Yield every (container, key) inside a document."""
    for key in range(len(node)) if isinstance(node, list) else list(node):
        yield node, key
        if isinstance(node[key], dict | list):
            yield from all_places(node[key])


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


def damage(node, source):
    """Make one random change to a document."""
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
