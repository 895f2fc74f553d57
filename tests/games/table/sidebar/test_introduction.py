"""The introduction to what was dealt: for the player of a seat, as the first turn begins."""

from dataclasses import replace

import pytest

from games.community.lobby.quick_play import begin_now, open_now
from games.drawing.display.log import LogEntry
from games.drawing.display.options import PLAYABLE
from games.playing.bots import play_bot
from games.playing.finish_setup import finish_setup
from games.playing.plans.proposals import proposal
from games.playing.play import play_moves
from games.storage.store.stored_game import load
from games.table.animations.introduction import YOU_FIRST_ARRANGED, introduction_moments
from rules import view
from rules.events.turn import TurnBegan
from rules.rulesets.words import in_words_of
from tests.support.tables.quick import VALUE
from tests.support.tables.scenes import scene_at

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("ruleset", PLAYABLE, ids=lambda each: each.name)
def test_what_was_dealt_is_told_in_steps_as_the_first_turn_begins(alice, charlie, ruleset):
    code = open_now(alice, ruleset.name)
    begin_now(code, alice, VALUE)
    while not load(code).state().round:
        state = load(code).state()
        assert introduction_moments(scene_at(code, alice)) == []
        decision = state.decision_of(0)
        if decision is None:
            assert play_bot(code) is not None
        elif finish_setup(code, alice) is None:
            moves = proposal(view(state, 0), code)
            play_moves(
                code, alice, moves, key=f"set-up {decision.number}", decision=decision.number
            )
    scene = scene_at(code, alice)
    steps = introduction_moments(scene)
    told = " ".join(step.says for step in steps)
    seen = scene.view
    assert told.startswith(f"You hold {len(seen.held_by(0))} territories with ")
    assert told.endswith(YOU_FIRST_ARRANGED) or not ruleset.strongholds
    assert ("Lose it and you’re eliminated." in told) == bool(ruleset.strongholds)
    assert ("Your cards: " in told) == bool(ruleset.battle_cards)
    unlocked = in_words_of(ruleset, "can reveal them once someone has played {Mercenaries}.")
    assert (unlocked in told) == bool(ruleset.battle_cards)
    assert ("Your headquarters is in " in told) == bool(ruleset.headquarters)
    places = [seen.player(0).stronghold or seen.headquarters.get(0), *seen.hidden]
    assert [step.at for step in steps if step.at] == [place for place in places if place]
    assert introduction_moments(scene_at(code, charlie)) == []
    later = replace(scene, newest=LogEntry(9, (TurnBegan(0, 2),)))
    assert introduction_moments(later) == []
