"""Invalid and illegal moves: two kinds of error, and an unchanged state."""

import json
import random
from dataclasses import fields
from types import NoneType

import pytest

from rules import moves as m
from rules import turn
from rules.cards import BattleCard
from rules.chance import FastChance
from rules.errors import IllegalMove, InvalidMove, RulesError
from rules.moves.json import from_json, to_json
from rules.moves.orders_and_wishes import Orders, Wishes
from rules.state import Options
from tests.support.rules.strategies import (
    GAMES,
    Setting,
    Table,
    any_answer,
    any_declaration,
    copy_of,
    offered_move,
    picture,
)

MUTATED = round(10_000 * max(1, GAMES))

JUNK = (
    *(None, True, False, 0, 1, -1, 2, 7, 100_001, 10**9, -(10**30), 10**5000, 1.0, 0.5, -0.0),
    *(float("nan"), float("inf"), "", " ", "nowhere", "rel_mord", "Rel Mord", "great_kingdom"),
    *("hero", "Hero", "ask", "most", "battle", "bot", "1", "\x00", "\n", "\ud800", "x" * 61),
    *("é" * 5000, "peace", "spare:nowhere", [], [[]], [None], ["rel_mord"], ["hero", "hero"]),
    *([1, 1], ["x"] * 201, [["rel_mord", 1]], [["rel_mord"]], {}, {"a": {}}, {"": ""}),
    *({"claims": 5}, {"dice": "most"}, {"fallbacks": {"dice": "ask"}}, {"hidden": ["ask"]}),
    *({1: 2}, b"rel_mord", {"rel_mord"}, object(), int, ("rel_mord",), range(3)),
)


def table_after(moves: int, seed: int) -> Table:
    """A random game after some moves, not yet over."""
    options = Options(quick=seed % 2 == 0)
    table = Table(Setting((True,) * (2 + seed % 5), options, seed, moves))
    for _ in range(moves):
        before = copy_of(table.state)
        table.play()
        if table.state.is_over:
            table.state = before
            break
    return table


def mutated(data: dict, source: random.Random) -> object:
    """Return the JSON of a move with one or two changes."""
    data = json.loads(json.dumps(data))
    for _ in range(source.choice((1, 1, 2))):
        change = source.randrange(6)
        key = source.choice([*data, "extra", "armies", "territory", "fallbacks"])
        if change == 0:
            data.pop(key, None)
        elif change == 1:
            data["move"] = source.choice(list(m.MOVES))
        elif change == 2 and isinstance(data.get(key), list | dict) and data[key]:
            inner = data[key]
            place = source.choice(list(inner) if isinstance(inner, dict) else range(len(inner)))
            inner[place] = source.choice(JUNK)
        else:
            data[key] = source.choice(JUNK)
    return data if source.random() < 0.99 else source.choice(JUNK)


def test_mutated_moves_are_invalid_or_illegal_and_change_nothing():
    source = random.Random(7)
    tables = [table_after(80 * number, number) for number in range(5)]
    met = {InvalidMove: 0, IllegalMove: 0, NoneType: 0}
    for number in range(MUTATED // 100):
        table = tables[number % 5]
        if table.state.is_over:
            tables[number % 5] = table = table_after(20, number)
        chance = FastChance(source.randrange(99))
        before = picture(table.state), repr(vars(chance))
        for _ in range(100):
            seat, good = some_move(table, source)
            met[type(tried(table, seat, mutated(to_json(good), source), chance))] += 1
        assert (picture(table.state), repr(vars(chance))) == before
        for _ in range(5):
            if not table.state.is_over:
                table.play()
    assert met[InvalidMove] > MUTATED // 2
    assert min(met[IllegalMove], met[NoneType]) > MUTATED // 50


def some_move(table: Table, source: random.Random) -> tuple[int, m.Move]:
    """Return a seat and a move, often a legal one."""
    seat = source.randrange(len(table.state.players))
    kind = source.random()
    if kind < 0.5:
        seat = source.choice(table.state.decisions).seat
        return seat, offered_move(turn.offer(table.state, seat), source)
    if kind < 0.8:
        return seat, any_declaration(table.state, seat, source)[0]
    return seat, any_answer(table.state, source)


def tried(table: Table, seat: int, data: object, chance: FastChance) -> RulesError | None:
    """Return the refusal of a move given as JSON, or None; play some allowed moves on a copy."""
    try:
        move = from_json(data)
    except InvalidMove as error:
        return sound(error)
    refused = refusal(table, seat, move)
    if refused is not None:
        with pytest.raises(type(refused)):
            turn.play(table.state, seat, move, chance)
    elif table.random.random() < 0.2:
        turn.play(copy_of(table.state), seat, move, FastChance(1))
    return refused


def refusal(table: Table, seat: int, move: m.Move, by: str = "player") -> RulesError | None:
    """Return the refusal of a move, or None if it is allowed; no other error may occur."""
    try:
        turn.verify(table.state, seat, move, by)
    except (InvalidMove, IllegalMove) as error:
        return sound(error)
    return None


def sound(error: RulesError) -> RulesError:
    """Return the refusal, after checking that its sentence can be stored and shown."""
    assert error.message.encode() and error.message.isprintable()
    assert len(error.message) < 400
    return error


@pytest.fixture(scope="module")
def table():
    return table_after(150, 4)


@pytest.mark.parametrize("cls", m.MOVES.values(), ids=lambda cls: cls.name)
def test_no_field_of_any_move_takes_junk(cls, table):
    source = random.Random(1)
    for item in fields(cls):
        for junk in JUNK:
            values = {other.name: plausible(table, other.name, source) for other in fields(cls)}
            try:
                move = from_json(to_json(cls(**values)) | {item.name: junk})
            except InvalidMove as error:
                sound(error)
                continue
            for by in ("player", "moderator"):
                if refusal(table, 0, move, by) is None:
                    turn.play(copy_of(table.state), 0, move, FastChance(1), by)


def plausible(table: Table, name: str, source: random.Random) -> object:
    """Return a value that a field of this name may hold."""
    values = {
        "cards": (BattleCard.HERO,),
        "give": (BattleCard.HERO,),
        "get": (),
        "partners": (1,),
        "winners": (1,),
        "terms": ("peace",),
        "words": "",
        "card": BattleCard.HERO,
        "scope": m.Scope.TURN,
        "control": m.Control.BOT,
        "orders": Orders(),
        "wishes": Wishes(),
        "prefer": (),
        "sources": (),
        "set_cards": (),
    }
    flags = ("hero", "fortification", "stronghold", "accept", "own", "only_playable")
    if name in ("territory", "source", "target"):
        return source.choice(list(table.state.holdings))
    return values.get(name, True if name in flags else 1)


@pytest.mark.parametrize(
    "data",
    [
        {"move": "claim", "territory": "atlantis"},
        {"move": "claim", "territory": 5},
        {"move": "claim"},
        {"move": "claim", "territory": "oldred", "armies": 1},
        {"move": "conquer", "territory": "oldred"},
        {"move": None},
        {"territory": "oldred"},
        {"move": "place", "territory": "oldred", "armies": -1},
        {"move": "place", "territory": "oldred", "armies": 10**12},
        {"move": "place", "territory": "oldred", "armies": 10**5000},
        {"move": "place", "territory": "oldred", "armies": 2.0},
        {"move": "place", "territory": "oldred", "armies": True},
        {"move": "place", "territory": "oldred", "armies": "2"},
        {"move": "spy", "opponent": 3},
        {"move": "name_dice", "dice": None},
        {"move": "ruin", "opponent": 1, "card": None},
        {"move": "attack", "source": "oldred", "target": "oldred", "dice": [1]},
        {"move": "orders", "orders": {"dice": "never"}},
        {"move": "orders", "orders": {"fallbacks": {"dice": "ask"}}},
        {"move": "wishes", "wishes": {"strongholds": {"atlantis": "oldred"}}},
        {"move": "wishes", "wishes": {"placements": [["oldred", -1]]}},
        {"move": "lay_cards", "partner": 1, "cards": ["dragon"]},
        {"move": "offer_pact", "partners": [1], "terms": ["war"]},
        {"move": "offer_pact", "partners": [1], "terms": ["peace"], "words": "a\nb"},
        {"move": "offer_pact", "partners": [1], "terms": ["peace"], "words": "a" * 281},
        ["claim"],
        "claim",
        None,
    ],
)
def test_unreadable_moves_are_invalid(data):
    table = table_after(0, 1)
    before = picture(table.state), repr(vars(table.chance))
    with pytest.raises(InvalidMove) as error:
        turn.play(table.state, 0, from_json(data), table.chance, "moderator")
    assert error.value.message
    assert (picture(table.state), repr(vars(table.chance))) == before


@pytest.mark.parametrize("seat", [-1, 3, 10**9, True, None, "0", 0.0, (0,)])
def test_an_unknown_seat_is_invalid(seat):
    table = table_after(0, 1)
    with pytest.raises(InvalidMove):
        turn.play(table.state, seat, m.Resign(), table.chance)


@pytest.mark.parametrize("move", [None, "resign", {"move": "resign"}, m.Move, m.Move(), Orders()])
def test_a_value_that_is_not_a_move_is_invalid(move):
    table = table_after(0, 1)
    with pytest.raises(InvalidMove):
        turn.play(table.state, 0, move, table.chance)


def test_moves_come_back_from_json():
    for seed in range(4):
        table = table_after(70 * seed, seed)
        for number in range(100):
            _, move = some_move(table, table.random)
            text = json.dumps(to_json(move))
            assert from_json(json.loads(text)) == move, number


def test_only_the_house_can_make_house_moves():
    table = table_after(30, 2)
    for move in (m.Default(), m.EndGame(), m.TakeSeat(m.Control.BOT), m.AskOnlyPlayable(False)):
        for by in ("player", "bot", "order"):
            with pytest.raises(IllegalMove):
                turn.play(table.state, table.state.decisions[0].seat, move, table.chance, by)


def test_a_game_needs_two_to_six_players():
    for seats in (0, 1, 7):
        with pytest.raises(IllegalMove) as refusal:
            turn.new_game(
                table_after(0, 0).state.ruleset, (True,) * seats, Options(), "g", FastChance(1)
            )
        assert refusal.value.rule == "SET-1"


def test_nothing_is_played_after_the_end():
    table = table_after(40, 3)
    turn.play(table.state, 0, m.EndGame((1,)), table.chance, "moderator")
    ended = picture(table.state)
    for cls in m.MOVES.values():
        values = {item.name: plausible(table, item.name, table.random) for item in fields(cls)}
        with pytest.raises((IllegalMove, InvalidMove)):
            turn.play(table.state, 0, cls(**values), table.chance, "moderator")
    assert ended == picture(table.state) and not table.state.decisions
