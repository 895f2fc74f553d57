"""Parts of positions and options added later leave older documents unchanged."""

from dataclasses import asdict, replace

import pytest

from rules.cards import BattleCard
from rules.chance import FastChance
from rules.errors import RecordError
from rules.json import from_plain, to_plain
from rules.rulesets.castle import CASTLE
from rules.rulesets.classic import CLASSIC
from rules.rulesets.greyhawk import GREYHAWK
from rules.rulesets.headquarters import HEADQUARTERS
from rules.state import Options, from_json, to_json
from rules.state.players import Muster
from rules.state.this_turn import ThisTurn
from rules.terminal.recording import record_game
from rules.turn import new_game

# The last digests of records written when Greyhawk was the only game.
BEFORE = {
    ("random",) * 3: "aa4461e0d6a1e91e1a8cbf733b034e2e55a39021ec7e786113994a3daa43159a",
    ("captain",) * 4: "8c130b7c9f3c5a4a2ec9ad0659aa5bf054b42433bc40fd6c4e5966b0133c487f",
}


@pytest.mark.parametrize("bots", BEFORE, ids=lambda bots: bots[0])
def test_an_old_game_gives_the_same_record(bots):
    document = record_game(GREYHAWK, bots, 5, 8)
    assert document["entries"][-1]["digest"] == BEFORE[bots]


def test_options_are_written_without_later_defaults():
    written = to_plain(Options())
    later = {"hidden_at_start", "regions", "headquarters", "first_seat", "tutorial"}
    assert set(written) == set(asdict(Options())) - later
    assert from_plain(Options, written) == Options()
    wanted = replace(Options(), headquarters=3)
    assert to_plain(wanted)["headquarters"] == 3
    assert from_plain(Options, to_plain(wanted)) == wanted


@pytest.mark.parametrize("change", [{"wine": 1}, {"headquarters": "3"}])
def test_unknown_fields_are_still_refused(change):
    with pytest.raises(RecordError):
        from_plain(Options, to_plain(Options()) | change)


def test_original_fields_are_required():
    written = to_plain(Options())
    del written["quick"]
    with pytest.raises(RecordError, match="quick"):
        from_plain(Options, written)


def test_an_old_muster_is_read():
    assert from_plain(Muster, {"left": 3, "placed": {}, "hidden": None}) == Muster(3)


@pytest.mark.parametrize(
    ("ruleset", "parts"),
    [
        (GREYHAWK, set()),
        (CASTLE, set()),
        (CLASSIC, {"territory_cards"}),
        (HEADQUARTERS, {"territory_cards"}),
    ],
    ids=lambda part: getattr(part, "name", ""),
)
def test_a_position_is_written_with_the_parts_its_game_has(ruleset, parts):
    state, _ = new_game(ruleset, [True] * 3, Options(), "later", FastChance(1))
    written = to_json(state)
    later = {"fortified", "spying", "territory_cards", "headquarters", "unseen_headquarters"}
    assert later & set(written) == parts
    assert from_json(written) == state
    with pytest.raises(RecordError, match="wine"):
        from_json({**written, "wine": 1})
    with pytest.raises(RecordError, match="phase"):
        from_json({name: part for name, part in written.items() if name != "phase"})


def test_this_turns_fields_keep_their_old_json_form():
    state, _ = new_game(CLASSIC, [True] * 3, Options(), "turn", FastChance(1))
    state.this_turn = ThisTurn(attacked=True, spied=1, received={1: [BattleCard.HERO]})
    state.this_turn.captured, state.this_turn.fortified = True, [2]
    written = to_json(state)
    assert "this_turn" not in written
    assert written["attacked"] and written["spied"] == 1 and written["fortified"] == [2]
    assert written["received"] == {"1": ["hero"]} and written["halved"] is False
    assert written["territory_cards"]["captured"]
    assert from_json(written) == state
    del written["territory_cards"]["captured"]
    with pytest.raises(RecordError, match="captured"):
        from_json(written)
