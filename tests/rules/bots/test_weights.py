"""The general's weights: checked documents, every weight used, other weights play differently."""

import json
import random
from dataclasses import asdict, fields, replace
from functools import partial
from importlib.resources import files

import pytest

from rules.bots import BOTS
from rules.bots.general import General
from rules.bots.weights import (
    BadWeights,
    WarWeights,
    WorldWeights,
    load_weights,
    war_weights,
    weights_from_json,
    world_weights,
)
from rules.moves import DeclareAttack, EndAttacks
from rules.questions import DecisionKind
from rules.rulesets import RULESETS
from rules.rulesets.classic import CLASSIC
from rules.state.under_way import Placing, PlacingPurpose
from rules.terminal.gauntlet.games import Match, play_game
from rules.view import View
from tests.rules.bots.test_sieges import seen, stewards
from tests.support.rules.worlds import world


def all_of(kind):
    return {(kind, field.name) for field in fields(kind)}


def recorded(kind):
    """Return a subclass of a kind of weights: reading a weight removes it from `unread`."""

    class Recorded(kind):
        def __init__(self, unread, **values):
            kind.__init__(self, **values)
            object.__setattr__(self, "unread", unread)

        def __getattribute__(self, name):
            if name != "unread":
                object.__getattribute__(self, "__dict__").get("unread", set()).discard((kind, name))
            return object.__getattribute__(self, name)

    return Recorded


GAMES = (
    ("headquarters", recorded(WorldWeights), "captain"),
    *(("castle", recorded(WarWeights), "captain") for _ in range(5)),
)


@pytest.mark.parametrize("game", RULESETS)
def test_every_game_has_a_document_that_says_how_it_was_made(game):
    text = (files("rules.bots.weights") / f"{game}.json").read_text("utf-8")
    document = json.loads(text)
    assert document["made_by"] and asdict(load_weights(game)) == document["weights"]
    assert load_weights(game) is load_weights(game)


@pytest.mark.parametrize(
    "change",
    [{"turns": 0}, {"turns": -1}, {"turns": "3"}, {"turns": True}, {"turns": None}, {"luck": 1}],
)
def test_bad_weights_are_refused(change):
    values = asdict(load_weights("classic"))
    with pytest.raises(BadWeights):
        weights_from_json("classic", {"game": "classic", "weights": {**values, **change}})


def test_weights_of_another_game_and_missing_weights_are_refused():
    values = asdict(load_weights("classic"))
    for document in (
        {"game": "castle", "weights": values},
        {"game": "classic"},
        {"game": "classic", "weights": dict(list(values.items())[1:])},
    ):
        with pytest.raises(BadWeights):
            weights_from_json("classic", document)
    with pytest.raises(BadWeights):
        war_weights("classic")
    with pytest.raises(BadWeights):
        world_weights("castle")


def test_every_weight_is_read():
    unread = {*all_of(WorldWeights), *all_of(WarWeights)}
    siege = recorded(WarWeights)(unread, **asdict(load_weights("greyhawk")))
    state = stewards({"theocracy": (1, 1), "winetha": (1, 60), "oldred": (2, 60)})
    state.placings, state.decisions = [Placing(0, 18, PlacingPurpose.SPOILS)], ()
    state.ask(0, DecisionKind.SPOILS)
    General(random.Random(1), weights=siege).choose(seen(state))
    for number, (game, kind, other) in enumerate(GAMES):
        weights = kind(unread, **asdict(load_weights(game)))
        known = {**BOTS, "general": partial(General, weights=weights)}
        play_game(Match(game, ("general", other, other), number, 10, quick=True), 0, known)
        if not unread:
            return
    pytest.fail(f"No general reads {sorted(unread)}.")


def test_other_weights_play_otherwise():
    table = world(CLASSIC, ("general",) * 3, {"alaska": (0, 12), "kamchatka": (1, 1)}, (2, 4))
    table.state.ask(0, DecisionKind.ATTACKS)
    view, weights = View(table.state, 0), world_weights("classic")
    assert isinstance(General(random.Random(1)).choose(view), DeclareAttack)
    timid = General(random.Random(1), weights=replace(weights, least_gain=9.0))
    assert isinstance(timid.choose(view), EndAttacks)
