"""EVT-26: the panel says from where armies deserted, and how many such questions there are."""

import pytest

from games.models import Move
from games.table.panel.cards.deserters import deserters_origin
from rules.events.cards import ArmiesLost, EventDrawn
from rules.events.json import to_json
from rules.events.setup import Placed
from rules.state.under_way import Placing, PlacingPurpose
from tests.support.tables.scenes import scene_at, seen_by

ME, OTHER = 0, 1
DESERTERS = "army_deserters"


@pytest.fixture
def origin(on_turn):
    """Return a function that stores the events of entries and returns the panel's sentence.

    The Great Kingdom is seat 0's, except Grandwood and Gull Cliffs.
    """
    scene = scene_at(on_turn.code)

    def hold(state):
        state.players[ME].empire = "great_kingdom"
        for name, holding in state.holdings.items():
            holding.owner = OTHER
            if name in ("adri_forest", "rauxes", "torrich", "rel_astra"):
                holding.owner = ME
        state.placings = [Placing(ME, 1, PlacingPurpose.ARMY_DESERTERS)]

    def after(*entries):
        number = Move.objects.filter(game=scene.game).latest("number").number
        for events in entries:
            number += 1
            public = {"events": [to_json(event) for event in events]}
            Move.objects.create(
                game_id=scene.game, number=number, seat=ME, by="player", public=public, private={}
            )
        return deserters_origin(seen_by(scene, ME, hold))

    return after


def lost(territory, armies=1):
    return ArmiesLost(OTHER, territory, armies, "EVT-26")


DRAWN = EventDrawn(ME, DESERTERS, "EVT-26")


def test_a_single_lot_states_its_origin(origin):
    assert origin((DRAWN, lost("grandwood"))) == "1 army deserted to you from Grandwood."


def test_one_of_several_lots_states_its_number(origin):
    # Winetha and Gull Cliffs border only one of the four, so nobody is asked about their armies.
    drawn = (DRAWN, lost("almor"), lost("winetha"), lost("grandwood"), lost("gull_cliffs"))
    placed = Placed(ME, "torrich", 1, DESERTERS), Placed(ME, "rauxes", 1, DESERTERS)
    said = [origin(drawn), origin(placed)]
    assert said == [
        "1 army deserted to you from Almor (1 of 2).",
        "1 army deserted to you from Grandwood (2 of 2).",
    ]


def test_a_log_without_the_card_gives_no_origin(origin):
    assert origin((lost("grandwood"),)) == ""
