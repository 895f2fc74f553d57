"""Panels for the territories of an eliminated player: the captor's (ELM-3), the others' (ELM-4)."""

import random
import re

import pytest
from django.http import QueryDict

from games.playing.forms import read_moves
from rules import BOTS, CASTLE, FastChance, InvalidMove, Options, new_game, play, view
from rules.moves import DeclareAttack, Default, MoveIn, Occupy, Pass
from rules.questions import DecisionKind
from tests.support.tables.panels import panel_html, scene_of
from tests.support.tables.robot import read_panel
from tests.support.visitors.markup import one_line

ME, FALLEN = 0, 2


def fallen(moved_in, seats=4):
    """Return (position, source, castle) after the first player has captured a castle.

    `moved_in` armies moved in; one stays at the source of the attack.
    """
    chance = FastChance(2)
    options = Options(quick=True, fixed_seats=True)
    state, _ = new_game(CASTLE, [True] * seats, options, "x", chance)
    while not (state.decision_of(ME) and state.decision_of(ME).kind is DecisionKind.ATTACKS):
        play(state, state.decisions[0].seat, Default(), chance, "clock")
    castle = state.players[FALLEN].stronghold
    source = next(
        name
        for name in state.board.territories[castle].neighbours
        if not state.is_stronghold_site(name)
    )
    for name, holding in state.holdings.items():
        holding.armies = 5 if name == state.players[holding.owner].stronghold else 1
    state.holdings[source].owner, state.holdings[source].armies = ME, 60
    state.holdings[castle].armies = 1
    play(state, ME, DeclareAttack(source, castle, press=1), chance)
    while state.decisions[0].kind is not DecisionKind.MOVE_IN:
        play(state, state.decisions[0].seat, Default(), chance, "clock")
    state.holdings[source].armies = moved_in + 1
    play(state, ME, MoveIn(moved_in), chance)
    return state, source, castle


def posted(form, **changed):
    """Return a form as a browser sends it, with some fields replaced; a list is several values."""
    data = QueryDict(mutable=True)
    for name, value in form.filled(random.Random(1)):
        data.appendlist(name, value)
    for name, value in changed.items():
        data.setlist(name, value if isinstance(value, list) else [value])
    return data


def compose(state, seat, query=""):
    """Return the main form of a seat's panel."""
    return read_panel(panel_html(scene_of(state, seat), query)).forms[0]


def ticks(form):
    """Return the territories that are ticked."""
    return [item.value for item in form.controls if item.name == "occupy" and item.is_on]


def play_all(state, seat, moves):
    for move in moves:
        play(state, seat, move, FastChance(1))


# The captor


def test_the_captors_choice_is_sent_with_one_press():
    state, _, castle = fallen(moved_in=4)
    vacated = list(state.fall.vacated)
    form = compose(state, ME)
    moves = read_moves(posted(form, occupy=vacated[:2])).moves
    assert moves == (Occupy(vacated[0], castle), Occupy(vacated[1], castle), Pass())
    play_all(state, ME, moves)
    assert state.held_by(ME)[-1] and all(state.holdings[name].owner == ME for name in vacated[:2])
    assert state.decision_of(ME) is None and state.holdings[castle].armies == 2


def test_nothing_ticked_leaves_all_to_the_others():
    state, _, _ = fallen(moved_in=4)
    assert read_moves(posted(compose(state, ME, "?fill=none"), occupy=[])).moves == (Pass(),)
    assert "checked" not in panel_html(scene_of(state, ME), "?fill=none")


def test_taking_all_territories_ends_the_questions():
    state, _, _ = fallen(moved_in=59)
    form = compose(state, ME, "?fill=all")
    moves = read_moves(posted(form)).moves
    assert len(moves) == len(state.fall.vacated) and Pass() not in moves
    play_all(state, ME, moves)
    assert state.fall is None


def test_armies_come_in_rule_order_then_from_chosen_sources():
    state, source, castle = fallen(moved_in=2)
    state.holdings[source].armies = 2
    rich, poor = garrisons(state, source, castle, 4, 2)
    del state.fall.vacated[6:]
    form = compose(state, ME, "?fill=all")
    (chosen,) = [item for item in form.controls if item.kind == "select"]
    assert chosen.values == [rich, poor]
    for further, expected in ((rich, [rich, rich, rich, poor]), (poor, [poor, rich, rich, rich])):
        moves = read_moves(posted(form, occupy=state.fall.vacated, further=further)).moves
        assert [move.source for move in moves] == [castle, source, *expected]
    play_all(state, ME, moves)
    assert state.fall is None


def garrisons(state, source, castle, *numbers):
    """Put these numbers of armies on other territories of the captor; return the territories."""
    left_out = {source, castle, state.players[ME].stronghold}
    found = [name for name in state.held_by(ME) if name not in left_out][: len(numbers)]
    for name, number in zip(found, numbers, strict=True):
        state.holdings[name].armies = number
    return found


def test_the_captors_stronghold_gives_armies_only_if_ticked():
    state, source, castle = fallen(moved_in=2)
    own = state.players[ME].stronghold
    (rich,) = garrisons(state, source, castle, 2)
    vacated = list(state.fall.vacated)
    form = compose(state, ME, "?fill=all")
    assert ticks(form) == vacated[:2]
    assert "Take armies from your castle too" in panel_html(scene_of(state, ME))
    with pytest.raises(InvalidMove, match="You have 2 armies to spare, but ticked 3"):
        read_moves(posted(form, occupy=vacated[:3]))
    held_back = read_moves(posted(form, occupy=vacated[:2])).moves
    assert [move.source for move in held_back[:-1]] == [castle, rich]
    assert held_back[-1] == Pass()
    spared = read_moves(posted(form, occupy=vacated[:6], **{f"spare:{own}": "4"})).moves
    assert [move.source for move in spared] == [castle, rich, *[own] * 4]
    play_all(state, ME, spared)
    assert state.decision_of(ME) is None and state.holdings[own].armies == 1


def test_sparing_the_stronghold_survives_a_redraw():
    state, _, _ = fallen(moved_in=2)
    own = state.players[ME].stronghold
    (box,) = [item for item in compose(state, ME).controls if item.name == f"spare:{own}"]
    assert not box.is_on
    again = compose(state, ME, f"?fill=all&spare:{own}=4")
    (box,) = [item for item in again.controls if item.name == f"spare:{own}"]
    assert box.is_on and len(ticks(again)) == 5


def test_one_may_choose_on_where_armies_come_from_several_territories():
    state, source, castle = fallen(moved_in=2)
    vacated = list(state.fall.vacated)
    rich, poor = garrisons(state, source, castle, 3, 2)
    form = compose(state, ME, "?fill=all")
    assert [item.value for item in form.controls if item.name == "then"] == ["more"]
    first = posted(form, occupy=vacated[:2], further=rich, then="more")
    play_all(state, ME, read_moves(first).moves)
    assert state.decision_of(ME).kind is DecisionKind.OCCUPY
    again = posted(compose(state, ME), occupy=vacated[2:3], further=poor, then="")
    assert read_moves(again).moves == (Occupy(vacated[2], poor), Pass())
    assert state.holdings[castle].armies == 1 and state.holdings[rich].armies == 2


def test_ticks_survive_a_redraw():
    state, source, castle = fallen(moved_in=2)
    state.holdings[source].armies = 2
    rich = next(name for name in state.held_by(ME) if name not in (source, castle))
    state.holdings[rich].armies = 3
    for ticked in (state.fall.vacated[3:5], []):
        form = compose(state, ME)
        half_made = posted(form, occupy=ticked, further=rich)
        again = compose(state, ME, f"?{half_made.urlencode()}")
        assert ticks(again) == ticked
    assert f'value="{rich}" selected' in panel_html(scene_of(state, ME), f"?further={rich}")


def test_ticks_of_another_elimination_are_ignored():
    state, _, _ = fallen(moved_in=4)
    vacated = state.fall.vacated
    of_another = f"?of={len(vacated) + 1}&occupy={vacated[-1]}"
    assert ticks(compose(state, ME, of_another)) == ticks(compose(state, ME)) != [vacated[-1]]


def test_ticks_are_limited_by_armies():
    state, _, _ = fallen(moved_in=2)
    state.holdings[state.players[ME].stronghold].armies = 1
    form = compose(state, ME, "?fill=all")
    assert sum(item.is_on for item in form.controls if item.name == "occupy") == 1
    with pytest.raises(InvalidMove, match="You have 1 army to spare, but ticked 2"):
        read_moves(posted(form, occupy=state.fall.vacated[:2]))


def test_the_captors_proposal_is_the_captains_choice():
    state, _, _ = fallen(moved_in=9)
    moves = read_moves(posted(compose(state, ME))).moves
    proposed = {move.territory for move in moves if isinstance(move, Occupy)}
    captain, taken = BOTS["captain"](random.Random(0)), set()
    while (decision := state.decision_of(ME)) and decision.kind is DecisionKind.OCCUPY:
        move = captain.choose(view(state, ME))
        taken |= {move.territory} if isinstance(move, Occupy) else set()
        play(state, ME, move, FastChance(1))
    assert proposed == taken and taken


# The others


@pytest.fixture
def vacant():
    """A position in which the captor has occupied nothing, so the others are asked."""
    state, _, _ = fallen(moved_in=4)
    play(state, ME, Pass(), FastChance(1))
    return state


def test_the_others_send_the_whole_proposal_at_one_press(vacant):
    (move,) = read_moves(posted(compose(vacant, 1))).moves
    assert set(move.prefer) == set(vacant.fall.vacated)
    assert vacant.players[1].stronghold not in move.sources and not move.stronghold
    for seat in (1, 3):
        play_all(vacant, seat, read_moves(posted(compose(vacant, seat))).moves)
    assert vacant.fall is None


def test_pressed_territories_move_to_the_front_and_back(vacant):
    (usual,) = read_moves(posted(compose(vacant, 1))).moves
    last, before = usual.prefer[-1], usual.prefer[-2]
    query = f"?prefer={last}&prefer={before}"
    (move,) = read_moves(posted(compose(vacant, 1, query))).moves
    assert move.prefer == (last, before, *usual.prefer[:-2])
    html = one_line(panel_html(scene_of(vacant, 1), query))
    (again,) = re.findall(rf'id="pick-prefer-{last}"[^>]*href="[^"?]*([^"]*)#panel"', html)
    assert again == f"?prefer={before}"
    assert f'data-territory="{last}" data-role="prefer" data-chosen data-order="1"' in one_line(
        html
    )


def test_castle_armies_go_only_to_chosen_territories(vacant):
    own = vacant.players[1].stronghold
    assert "Take armies from your castle too" in panel_html(scene_of(vacant, 1))
    (spared,) = read_moves(posted(compose(vacant, 1), stronghold="yes")).moves
    assert spared.stronghold and own not in spared.sources
    html = panel_html(scene_of(vacant, 1), f"?sources={own}")
    assert "Take armies from your castle too" not in html and "your castle, sends 4 of 5" in html
    (named,) = read_moves(posted(compose(vacant, 1, f"?sources={own}"))).moves
    assert named.sources[0] == own


def test_every_player_sees_their_number_of_territories(vacant):
    """Two players with armies to spare outside their castles fill three and two territories."""
    del vacant.fall.vacated[5:]
    first, second = vacant.after(ME)
    assert shares(vacant) == {first: (0, 4), second: (0, 4)}
    homes = {player.stronghold for player in vacant.players}
    for seat in (first, second):
        rich = next(name for name in vacant.held_by(seat) if name not in homes)
        vacant.holdings[rich].armies = 4
    assert shares(vacant) == {first: (3, 3), second: (2, 2)}
    assert "You get 2 of the 5" in panel_html(scene_of(vacant, second))


def shares(state):
    return view(state, ME).vacated_land.shares
