"""FLT-2, FLT-6, CAS-6: where a fleet can sail, by hand-written cases and a search of all walks."""

import json
from importlib.resources import files
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.board import board_from_json, load_board

FLANAESS = load_board("flanaess")


@pytest.mark.parametrize("target", ["idee", "menowood", "kro_terlep"])
def test_aerdi_sea_to_azure_sea_is_three_crossings(target):
    # Glorioles lies on the Aerdi Sea alone, the three targets on the Azure Sea alone.
    assert target not in FLANAESS.voyages("glorioles", 2)
    assert FLANAESS.voyages("glorioles", 3)[target] == (
        "aerdi_sea",
        "tilva_strait",
        "densac_gulf",
        "azure_sea",
    )


def test_without_crossings_only_adjacent_seas_are_reachable():
    assert set(FLANAESS.voyages("glorioles", 0)) == {
        "lordship_duxchan",
        "lordship_sulward",
        "spindrift_north",
        "spindrift_lendore",
        "dullstrand",
        "medegia",
    }


def test_a_target_may_be_a_land_neighbour_too():
    assert FLANAESS.is_adjacent("onnwal", "irongate")
    assert FLANAESS.voyages("onnwal", 2)["irongate"] == ("azure_sea",)


def test_equally_short_routes_go_by_board_order():
    # Hepmonaland is one crossing from the Aerdi Sea, by the Oljatt Sea or the Tilva Strait.
    assert FLANAESS.voyages("glorioles", 2)["hepmonaland"] == ("aerdi_sea", "oljatt_sea")
    assert list(FLANAESS.voyages("glorioles", 2)) == [
        space for space in FLANAESS.territories if space in FLANAESS.voyages("glorioles", 2)
    ]


@pytest.mark.parametrize("source", ["rauxes", "hesuel_ilshar"])
def test_no_fleet_leaves_an_inland_territory(source):
    assert FLANAESS.voyages(source, 3) == {}


@pytest.mark.parametrize(
    ("source", "storm"),
    [("glorioles", "aerdi_sea"), ("bellport", "solnor_ocean"), ("kro_terlep", "azure_sea")],
)
def test_a_storm_keeps_fleets_in_port(source, storm):
    assert FLANAESS.voyages(source, 3, frozenset({storm})) == {}


@pytest.mark.parametrize("target", ["idee", "menowood", "kro_terlep"])
def test_a_storm_protects_territories_on_that_sea_only(target):
    storm = frozenset({"azure_sea"})
    for source in FLANAESS.territories:
        assert target not in FLANAESS.voyages(source, 3, storm)


def test_a_storm_blocks_passage():
    # Relmor Bay opens into the Azure Sea alone.
    assert "tarlan" in FLANAESS.voyages("ahlissa", 2)
    assert set(FLANAESS.voyages("ahlissa", 3, frozenset({"azure_sea"}))) == {
        "onnwal",
        "irongate",
        "rel_mord",
        "oldred",
        "almor",
        "bonewood",
    }


def test_a_storm_on_one_sea_leaves_the_other_coast_open():
    # Dullstrand lies on the Aerdi Sea and on the Tilva Strait.
    voyages = FLANAESS.voyages("dullstrand", 2, frozenset({"aerdi_sea"}))
    assert voyages["hepmonaland"] == ("tilva_strait",)
    assert "glorioles" not in voyages


def test_the_black_sea_is_a_sea_apart():
    europe = load_board("europe")
    assert set(europe.voyages("ukraine", 1000)) == {"romania", "bulgaria", "turkey"}
    assert europe.voyages("turkey", 1000)["ukraine"] == ("black_sea",)
    assert europe.voyages("turkey", 1000)["ireland"] == ("main_sea",)
    assert "ireland" not in europe.voyages("romania", 1000)


def test_no_fleet_sails_a_world_without_sea_zones():
    assert load_board("world").voyages("alaska", 3) == {}


def test_an_answer_cannot_be_changed():
    with pytest.raises(TypeError):
        FLANAESS.voyages("glorioles", 2)["rauxes"] = ()


def all_walks(document, source, crossings, closed):
    """The best route to every target, found by trying every walk over the sea zones."""
    territories, zones = document["territories"], document["sea_zones"]
    order = list(zones)
    walks = [[zone] for zone in territories[source]["seas"]]
    for walk in walks:
        if len(walk) <= crossings:
            walks.extend([*walk, zone] for zone in zones[walk[-1]]["neighbours"])
    walks = [walk for walk in walks if not closed & set(walk)]
    walks.sort(key=lambda walk: (len(walk), [order.index(zone) for zone in walk]))
    best = {}
    for target in territories:
        routes = [tuple(walk) for walk in walks if walk[-1] in territories[target]["seas"]]
        if routes and target != source:
            best[target] = routes[0]
    return best


FLANAESS_DOCUMENT = json.loads((files("rules.board.data") / "flanaess.json").read_text("utf-8"))


@given(
    source=st.sampled_from(list(FLANAESS.territories)),
    crossings=st.integers(0, 4),
    closed=st.frozensets(st.sampled_from(list(FLANAESS.sea_zones)), max_size=3),
)
def test_voyages_on_the_flanaess(source, crossings, closed):
    expected = all_walks(FLANAESS_DOCUMENT, source, crossings, closed)
    assert FLANAESS.voyages(source, crossings, closed) == expected


@st.composite
def seascapes(draw):
    """A made-up board document: up to six territories in a row along up to five sea zones."""
    zones = [f"sea_{letter}" for letter in "abcde"[: draw(st.integers(1, 5))]]
    pairs = [frozenset(pair) for pair in combinations(zones, 2)]
    borders = draw(st.sets(st.sampled_from(pairs))) if pairs else set()
    spaces = [f"land_{number}" for number in range(draw(st.integers(2, 6)))]
    label = {"x": 0, "y": 0, "lines": ["Land"], "size": 1, "width": 1}
    drawing = {"path": "M0 0", "badge": [0, 0], "label": label}
    return {
        "schema": 1,
        "id": "seascape",
        "name": "Seascape",
        "viewBox": "0 0 1 1",
        "groups": {"all": {"name": "All", "kind": "empire", "color": "#000000"}},
        "territories": {
            space: {
                "name": space,
                "group": "all",
                "seas": draw(st.lists(st.sampled_from(zones), unique=True)),
                "drawing": drawing,
            }
            for space in spaces
        },
        "connections": [{"a": a, "b": b, "kind": "land"} for a, b in pairwise(spaces)],
        "sea_zones": {
            zone: {
                "name": zone,
                "neighbours": [
                    other
                    for other in zones
                    if other != zone and frozenset((zone, other)) in borders
                ],
            }
            for zone in draw(st.permutations(zones))
        },
        "drawing": {"borders": {"inner": "M0 0"}, "seas": {zone: {} for zone in zones}},
    }


@given(
    document=seascapes(),
    crossings=st.integers(0, 4),
    closed=st.frozensets(st.sampled_from([f"sea_{letter}" for letter in "abcde"]), max_size=2),
)
def test_voyages_on_any_sea(document, crossings, closed):
    board = board_from_json(document)
    for source in board.territories:
        expected = all_walks(document, source, crossings, closed)
        assert board.voyages(source, crossings, closed) == expected
        assert list(board.voyages(source, crossings, closed)) == list(expected)
