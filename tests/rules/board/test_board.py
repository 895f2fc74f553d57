"""The three boards, compared with the rulebook and the printed games."""

import json
from collections import Counter
from importlib.resources import files

import pytest

from rules.board import Board, Connection, check_named, load_board
from rules.errors import BoardError

BOARDS = ("flanaess", "europe", "world")


@pytest.fixture
def flanaess() -> Board:
    return load_board("flanaess")


@pytest.fixture
def europe() -> Board:
    return load_board("europe")


@pytest.fixture
def world() -> Board:
    return load_board("world")


def document(name: str) -> dict:
    return json.loads((files("rules.board.data") / f"{name}.json").read_text(encoding="utf-8"))


def kinds(board: Board) -> dict[str, int]:
    return dict(Counter(connection.kind for connection in board.connections))


@pytest.mark.parametrize(
    ("name", "territories", "empires", "independents", "zones", "connections"),
    [
        ("flanaess", 45, 6, 11, 7, {"land": 80, "sea": 10, "pass": 1}),
        ("europe", 44, 6, 11, 2, {"land": 83, "sea": 8}),
        ("world", 42, 0, 0, 0, {"land": 57, "sea": 26}),
    ],
)
def test_the_flanaess_has_the_expected_counts(
    name, territories, empires, independents, zones, connections
):
    board = load_board(name)
    assert (board.id, board.schema) == (name, 1)
    assert len(board.territories) == territories
    assert len(board.empires) == empires
    assert len(board.independents) == independents
    assert len(board.sea_zones) == zones
    assert kinds(board) == connections


@pytest.mark.parametrize("name", BOARDS)
def test_board_order_is_the_order_of_the_document(name):
    board, data = load_board(name), document(name)
    assert list(board.territories) == list(data["territories"])
    assert list(board.groups) == list(data["groups"])
    assert list(board.sea_zones) == list(data.get("sea_zones", {}))
    assert [space.number for space in board.territories.values()] == list(
        range(len(data["territories"]))
    )
    for space in board.territories.values():
        numbers = [board.territories[other].number for other in space.neighbours]
        assert numbers == sorted(numbers)
        assert space.name == data["territories"][space.id]["name"]


@pytest.mark.parametrize("name", BOARDS)
def test_every_territory_is_in_one_group(name):
    board = load_board(name)
    inside = [space for group in board.groups.values() for space in group.territories]
    assert sorted(inside) == sorted(board.territories)
    for group in board.groups.values():
        assert all(board.territories[space].empire == group.id for space in group.territories)


@pytest.mark.parametrize("name", BOARDS)
def test_adjacency_is_the_list_of_connections_both_ways(name):
    board = load_board(name)
    declared = {frozenset((item["a"], item["b"])) for item in document(name)["connections"]}
    for a, here in board.territories.items():
        for b in board.territories:
            assert board.is_adjacent(a, b) == (frozenset((a, b)) in declared)
            assert (b in here.neighbours) == board.is_adjacent(a, b)


def test_connection_is_found_in_either_order(flanaess):
    crossing = flanaess.connection("hepmonaland", "ekul")
    assert crossing == Connection("ekul", "hepmonaland", "sea", None, ("tilva_strait",))
    assert flanaess.connection("ekul", "hepmonaland") is crossing
    assert flanaess.connection("theocracy", "ratik").kind == "pass"
    with pytest.raises(KeyError):
        flanaess.connection("onnwal", "ratik")


def test_the_iron_league_and_the_independents(flanaess):
    league = flanaess.empires["iron_league"]
    assert [flanaess.territories[space].name for space in league.territories] == [
        "Onnwal",
        "Irongate",
        "Idee",
        "Menowood",
        "Sunndi",
    ]
    assert league.bonus == 0
    names = Counter(
        flanaess.territories[space].name.partition(":")[0] for space in flanaess.independents
    )
    assert names == {
        "Sea Barons": 2,
        "Lordship of the Isles": 2,
        "Spindrift Isles": 2,
        "Dullstrand": 1,
        "See of Medegia": 1,
        "Theocracy of the Pale": 1,
        "Ratik": 1,
        "Hepmonaland": 1,
    }


def test_south_province_is_a_territory_and_an_empire(flanaess):
    territory = flanaess.territories["south_province"]
    assert territory.name == flanaess.empires[territory.empire].name == "South Province"


def test_the_rakers_are_those_of_the_giants(flanaess):
    on_the_rakers = {space.name for space in flanaess.territories.values() if space.rakers}
    assert on_the_rakers == {"Theocracy of the Pale", "Flinty Hills", "Ratik", "Bone March"}


def test_wooded_territories(flanaess):
    wooded = {space.id for space in flanaess.territories.values() if space.wooded}
    assert {"menowood", "adri_forest", "grandwood", "bonewood"} <= wooded
    data = document("flanaess")["territories"]
    assert wooded == {space for space in data if data[space].get("wooded")}


def test_the_grayflood_is_the_border_of_south_province(flanaess):
    assert flanaess.river_borders == {
        "grayflood": {
            frozenset({"south_province", other})
            for other in ("sunndi", "hollow_highlands", "glorioles")
        }
    }
    assert flanaess.crosses_river("glorioles", "south_province", "grayflood")
    assert flanaess.crosses_river("south_province", "glorioles", "grayflood")
    assert not flanaess.crosses_river("glorioles", "hollow_highlands", "grayflood")
    assert not flanaess.crosses_river("glorioles", "south_province", "nesser")


def test_coasts_of_the_flanaess(flanaess):
    contacts = sum(len(flanaess.on_sea(zone)) for zone in flanaess.sea_zones)
    assert contacts == 47
    assert flanaess.on_sea("densac_gulf") == ("tarlan", "ekul", "hepmonaland")
    assert flanaess.coastal("tarlan")
    assert not flanaess.coastal("rauxes")
    with pytest.raises(KeyError):
        flanaess.on_sea("dry_steppes")


def test_the_drawn_borders_of_the_seas_are_those_a_fleet_crosses(flanaess):
    drawn = {frozenset(pair) for pair in flanaess.drawing["sea_border_pairs"]}
    declared = {
        frozenset((zone.id, other))
        for zone in flanaess.sea_zones.values()
        for other in zone.neighbours
    }
    assert drawn == declared


# CAS-1: the territories of the six empires and of the independents, as published (S4).
TERRITORIES_OF_EUROPE = {
    "French Empire": "Paris, Gascony, Netherlands, Brittany, Marseille, Burgundy",
    "British Empire": "London, Wales, Ireland, Yorkshire, Scotland",
    "Russian Empire": "Saint Petersburg, Moscow, Livonia, Smolensk, Ukraine, Poland",
    "German Empire": "Prussia, Berlin, Saxony, Rhine, Bavaria",
    "Ottoman Empire": "Turkey, Montenegro, Serbia, Romania, Bulgaria, Greece",
    "Austrian Empire": "Trieste, Galicia, Vienna, Bohemia, Hungary",
    "Italy": "Switzerland, Venice, Rome, Naples",
    "Spain": "Barcelona, Madrid, Portugal",
    "Scandinavia": "Sweden, Norway, Denmark, Finland",
}


def test_the_territories_of_europe_are_the_published_ones(europe):
    assert {
        group.name: {europe.territories[space].name for space in group.territories}
        for group in europe.groups.values()
    } == {name: set(listed.split(", ")) for name, listed in TERRITORIES_OF_EUROPE.items()}


# CAS-1: neighbours, sea ports (on the Black Sea separately), landlocked territories as published.
EUROPE = {
    "austrian": ("german ottoman russian", "switzerland venice naples", 1, 0, 4),
    "british": ("french", "norway", 5, 0, 0),
    "french": ("british german", "switzerland venice barcelona", 5, 0, 1),
    "german": ("austrian french russian", "switzerland denmark", 3, 0, 2),
    "ottoman": ("austrian russian", "naples", 3, 3, 1),
    "russian": ("austrian german ottoman", "finland", 2, 1, 3),
}


@pytest.mark.parametrize("empire", EUROPE)
def test_europe_is_the_published_table(europe, empire):
    home = set(europe.empires[empire].territories)
    beside = {other for space in home for other in europe.territories[space].neighbours} - home
    empires = {europe.territories[space].empire for space in beside} & europe.empires.keys()
    assert (
        " ".join(sorted(empires)),
        beside & set(europe.independents),
        len(home & set(europe.on_sea("main_sea"))),
        len(home & set(europe.on_sea("black_sea"))),
        sum(not europe.coastal(space) for space in home),
    ) == (EUROPE[empire][0], set(EUROPE[empire][1].split()), *EUROPE[empire][2:])


def test_the_black_sea_joins_no_other(europe):
    assert europe.sea_zones["black_sea"].neighbours == ()
    assert europe.territories["turkey"].seas == ("main_sea", "black_sea")
    both = set(europe.on_sea("main_sea")) & set(europe.on_sea("black_sea"))
    assert both == {"turkey"}


def test_continents(world):
    assert {
        group.name: (len(group.territories), group.bonus) for group in world.groups.values()
    } == {
        "North America": (9, 5),
        "South America": (4, 2),
        "Europe": (7, 5),
        "Africa": (6, 3),
        "Asia": (12, 7),
        "Australia": (4, 2),
    }
    assert {group.kind for group in world.groups.values()} == {"continent"}


def test_symbols_of_the_territory_cards(world, flanaess):
    symbols = Counter(space.symbol for space in world.territories.values())
    assert symbols == {"infantry": 14, "cavalry": 14, "artillery": 14}
    assert {space.symbol for space in flanaess.territories.values()} == {None}


@pytest.mark.parametrize(
    ("territory", "neighbours"),
    [
        ("alaska", "northwest_territory alberta kamchatka"),
        ("brazil", "venezuela peru argentina north_africa"),
        ("china", "mongolia siberia ural afghanistan india siam"),
        ("iceland", "greenland great_britain scandinavia"),
        ("madagascar", "east_africa south_africa"),
        ("eastern_australia", "western_australia new_guinea"),
        ("siam", "india china indonesia"),
    ],
)
def test_well_known_neighbours(world, territory, neighbours):
    assert set(world.territories[territory].neighbours) == set(neighbours.split())


def test_the_board_drawing_is_complete(flanaess):
    data = document("flanaess")
    assert flanaess.drawing["decor"] == data["drawing"]["decor"]
    assert flanaess.drawing["territories"]["onnwal"] == data["territories"]["onnwal"]["drawing"]
    paths = dict(zip(flanaess.connections, flanaess.drawing["connections"], strict=True))
    assert paths[flanaess.connection("onnwal", "irongate")] is None
    assert paths[flanaess.connection("ekul", "hepmonaland")].startswith("M")
    assert flanaess.view_box == "0 0 1000 1230"


@pytest.mark.parametrize("name", ["europe", "world"])
def test_maps_of_the_earth_name_their_source(name):
    assert load_board(name).credits == "Natural Earth (public domain)"


def test_a_board_is_one_object():
    assert load_board("world") is load_board("world")
    assert load_board("world") != load_board("europe")
    assert {load_board("world"): 1}[load_board("world")] == 1
    assert repr(load_board("world")) == "Board('world')"


@pytest.mark.parametrize("name", ["atlantis", "../boards/world", "", "boards.world"])
def test_unknown_board(name):
    with pytest.raises(BoardError, match="There is no board called"):
        load_board(name)


def test_event_cards_name_territories_of_the_board(flanaess):
    cards = {
        "Osson’s Raiders": ("south_province", "glorioles", "sunndi", "medegia"),
        "Aid for the Iron League": ["south_province", "iron_hills", "idee", "onnwal"],
    }
    check_named(flanaess, cards)
    with pytest.raises(BoardError) as caught:
        check_named(flanaess, cards | {"The Sinking": ("oldred", "atlantis")})
    assert str(caught.value) == (
        "The event card The Sinking names the territory atlantis, "
        "which is not on the board The Eastern Flanaess."
    )
