"""Golden games: old games are replayed, verified and shown exactly as they were."""

import pytest

from rules.cases.verifying import verify_sentences
from rules.record.document import load_document, read_head
from rules.record.replaying import replay, replay_entries
from rules.record.verifying import verify
from tests.support.rules.golden import FOLDER, read_golden, views_of, write_golden
from tests.support.rules.recorded_games import short_document

GAMES = sorted(FOLDER.glob("*.json.gz"))
LARGEST = 150_000


in_every_game = pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name.partition(".")[0])


@in_every_game
def test_a_golden_game_is_verified_and_its_views_are_unchanged(path):
    record, views = read_golden(path)
    report = verify(record)
    assert report.ok, report.problems
    for number, (now, then) in enumerate(zip(views_of(record), views, strict=True)):
        assert now == then, f"After entry {number} something else is shown than before."


@in_every_game
def test_every_visible_event_of_a_golden_game_has_a_sentence(path):
    for each in replay_entries(read_golden(path)[0]):
        verify_sentences(each.events, len(each.state.players), each.state.ruleset)


def test_the_golden_games_are_small_and_of_every_kind():
    heads = [read_head(read_golden(path)[0]) for path in GAMES]
    assert {len(head.seats) for head in heads} == {2, 3, 4, 5, 6}
    assert {head.ruleset.options.quick for head in heads} == {False, True}
    assert {seat.bot for head in heads for seat in head.seats} >= {"", "captain"}
    assert all(path.stat().st_size < LARGEST for path in GAMES)


def test_a_golden_game_is_written_and_read_again(tmp_path):
    record = load_document(short_document())
    path = tmp_path / "short.json.gz"
    write_golden(record, path)
    kept, views = read_golden(path)
    assert kept == record
    assert len(views) == len(record["entries"])
    assert replay(kept).outcome is not None
    # Different views have different digests.
    assert len(set(views)) > len(views) / 2


def test_an_unfinished_game_is_not_kept(tmp_path):
    record = {**load_document(short_document()), "outcome": None}
    with pytest.raises(ValueError, match="finished"):
        write_golden(record, tmp_path / "open.json.gz")
