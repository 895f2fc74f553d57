"""The described forms of moves match the moves accepted, in every field."""

from dataclasses import fields

from rules import moves as m
from rules import turn
from rules.chapters.diplomacy.pacts import MOST_ROUNDS, PEACE
from rules.state import Options
from rules.turn.declarations import declaration_forms
from tests.support.rules.every_game import KINDS, Setting
from tests.support.rules.strategies import Table, own_options

MOVES = 80
DECLARED = {name for name, kind in m.MOVES.items() if kind.kind is m.Kind.DECLARATION}


def fields_of(kind):
    return {field.name for field in fields(kind)}


def forms_of(form):
    """Return a form as a list; for some declarations it already lists one form per choice."""
    return form if isinstance(form, list) else [form]


def tables():
    """Yield games of every kind, with many declarations, before every move."""
    for place, (ruleset, seats) in enumerate(KINDS):
        ways = own_options(ruleset, seats)
        options = Options(quick=place % 2 > 0, **ways[place % len(ways)])
        table = Table(Setting((True,) * seats, options, place, MOVES, ruleset), talk=0.5)
        for _ in range(MOVES):
            if table.state.is_over:
                break
            yield table
            table.play()


def test_every_move_that_is_offered_or_declared_is_described_with_all_its_fields():
    described = set()
    for table in tables():
        for decision in table.state.decisions:
            for option in turn.offer(table.state, decision.seat):
                assert set(option.to_json()) == {"move", *fields_of(option.move)}
        for player in table.state.players:
            for name, form in declaration_forms(table.state, player.seat).items():
                described.add(name)
                for one in forms_of(form):
                    assert set(one) == fields_of(m.MOVES[name]), name
    assert described == DECLARED


def test_a_pact_may_be_offered_until_every_round_that_is_described_and_no_other():
    offered = set()
    for table in tables():
        state = table.state
        form = declaration_forms(state, 0).get("offer_pact")
        if form is None or state.round in offered:
            continue
        offered.add(state.round)
        other = form["partners"]["any_of"][0]
        for until in range(state.round + MOST_ROUNDS + 3):
            move = m.OfferPact((other,), (PEACE,), until=until)
            is_described = until in form["until"]["one_of"]
            assert turn.is_allowed(state, 0, move) == is_described, until
    assert len(offered) > 3
