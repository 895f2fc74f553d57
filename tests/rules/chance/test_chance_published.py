"""The dice published in the rulebook, recomputed by an independent program.

The functions at the top follow the rulebook alone, with hashlib and hmac: they verify its worked
example, and the project's own chance is compared with them.
"""

import hashlib
import hmac
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import chance

RULEBOOK = (Path(__file__).parents[3] / "rules" / "rulebook.md").read_text(encoding="utf-8")


def message(game, values, epoch, number, block):
    lines = ["castlerisk-chance-1", game, str(epoch), str(number), str(block)]
    return "\n".join(lines + list(values))


def stranger_block(seed, text):
    return hmac.new(seed, text.encode("utf-8"), hashlib.sha256).hexdigest()


def stranger_numbers(seed, game, values, epoch, number, limits):
    """The numbers of one draw: for each limit, a number below it."""
    block, words, numbers = 0, [], []
    for limit in limits:
        while True:
            if not words:
                data = stranger_block(seed, message(game, values, epoch, number, block))
                words = [int(data[at : at + 8], 16) for at in range(0, 64, 8)]
                block += 1
            word = words.pop(0)
            if word < 4294967296 - (4294967296 % limit):
                break
        numbers.append(word % limit)
    return numbers


def stranger_draw(seed, game, values, epoch, number, kind, size):
    """The values of a draw as stored in a record; `size` is the number of dice or items."""
    if kind == "roll":
        rolled = stranger_numbers(seed, game, values, epoch, number, [6] * size)
        return tuple(1 + below for below in rolled)
    if kind == "pick":
        return tuple(stranger_numbers(seed, game, values, epoch, number, [size]))
    places = list(range(size - 1, 0, -1))
    others = stranger_numbers(seed, game, values, epoch, number, [i + 1 for i in places])
    order = list(range(size))
    for i, j in zip(places, others, strict=True):
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def example_rows():
    section = RULEBOOK.partition("**A worked example.**")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip().strip("`") for cell in line.strip("| ").split(" | ")] for line in lines]


ROWS = example_rows()
FACTS = {row[0]: row[1].replace("\\n", "\n") for row in ROWS if len(row) == 2}
SEED = bytes.fromhex(FACTS["seed"])
GAME = FACTS["identifier of the game"]
VALUES = [FACTS[f"value of seat {seat}"].replace("(empty)", "") for seat in range(3)]
BLOCKS = [row for row in ROWS if re.fullmatch(r"[0-9a-f]{64}", row[-1]) and len(row) == 5]
DRAWS = [row for row in ROWS if len(row) == 5 and row[2] in ("roll", "pick", "shuffle")]


def test_the_example_is_whole():
    assert bytes(range(32)) == SEED
    assert VALUES[1] == "" and VALUES[0] and VALUES[2]
    assert len(BLOCKS) == 6
    assert [row[2] for row in DRAWS] == ["roll", "roll", "pick", "shuffle", "roll"]


def test_published_commitment_of_the_seed():
    assert hashlib.sha256(SEED).hexdigest() == FACTS["commitment of the seed"]
    assert chance.seed_commitment(SEED) == FACTS["commitment of the seed"]


@pytest.mark.parametrize("row", BLOCKS, ids=lambda row: "-".join(row[:3]))
def test_published_block(row):
    epoch, number, block, text, digest = row
    assert text.replace("\\n", "\n") == message(GAME, VALUES, int(epoch), int(number), int(block))
    assert stranger_block(SEED, text.replace("\\n", "\n")) == digest


@pytest.mark.parametrize("row", DRAWS, ids=lambda row: "-".join(row[:3]))
def test_published_draw(row):
    epoch, number, kind, of, values = row
    shown = tuple(map(int, values.split(", ")))
    size = len(shown) if kind == "roll" else int(of)
    drawn = stranger_draw(SEED, GAME, VALUES, int(epoch), int(number), kind, size)
    assert drawn == shown
    assert (of == "6") or kind != "roll"


def test_published_words_of_the_first_die_roll():
    sentence = re.search(r"The first words of draw 0 are .*", RULEBOOK)[0]
    words = re.findall(r"([0-9a-f]{8}) = (\d+)", sentence)
    first = next(row[4] for row in BLOCKS if row[:3] == ["0", "0", "0"])
    assert "".join(word for word, _ in words) == first[:24]
    assert all(int(word, 16) == int(number) for word, number in words)
    left = [int(number) % 6 for _, number in words]
    assert f"leave {left[0]}, {left[1]} and {left[2]}:" in sentence
    assert f"show {left[0] + 1}, {left[1] + 1} and {left[2] + 1}." in sentence


def test_published_words_that_a_die_rejects():
    first = int(re.search(r"words from (\d+) on are rejected", RULEBOOK)[1])
    assert first % 6 == 0
    assert 2**32 - first == 4


def test_published_hidden_choice():
    text = "\n".join(["castlerisk-hidden-1", GAME, "2", "irongate", FACTS["salt"]])
    assert FACTS["text"] == text
    assert hashlib.sha256(text.encode()).hexdigest() == FACTS["commitment of the choice"]
    salt = bytes.fromhex(FACTS["salt"])
    sealed = chance.hidden_commitment(GAME, 2, "irongate", salt)
    assert sealed == FACTS["commitment of the choice"]


def test_our_chance_draws_the_example():
    ours = chance.CommittedChance(SEED, VALUES, GAME)
    assert ours.roll(3, "attack") == (6, 1, 3)
    assert ours.roll(2, "defence") == (1, 1)
    assert ours.pick(range(48), "battle card") == 37
    ours.shuffle(range(12), "seats")
    ours.begin(1, 0)
    assert ours.roll(3, "attack") == (4, 3, 4)


def draw_with(ours, kind, size):
    if kind == "roll":
        return ours.roll(size, "test")
    if kind == "pick":
        return (ours.pick(range(size), "test"),)
    return tuple(ours.shuffle(range(size), "test"))


@given(
    seed=st.binary(min_size=32, max_size=32),
    values=st.lists(st.text("0123456789abcdef", max_size=64), max_size=6),
    game=st.text("abcdefghjkmnpqrstuvwxyz23456789-é", min_size=1, max_size=20),
    epoch=st.integers(0, 40),
    first=st.integers(0, 10**7),
    asked=st.lists(
        st.tuples(st.just("roll"), st.integers(1, 20))
        | st.tuples(st.just("pick"), st.integers(1, 10**6))
        | st.tuples(st.just("shuffle"), st.integers(0, 60)),
        min_size=1,
        max_size=6,
    ),
)
@settings(max_examples=150, deadline=None)
def test_our_chance_draws_what_a_stranger_computes(seed, values, game, epoch, first, asked):
    ours = chance.CommittedChance(seed, values, game)
    ours.begin(epoch, first)
    for number, (kind, size) in enumerate(asked, start=first):
        expected = stranger_draw(seed, game, values, epoch, number, kind, size)
        assert draw_with(ours, kind, size) == expected
        assert ours.drawn[-1].values == expected
        assert ours.drawn[-1].number == number


def test_our_chance_rejects_the_words_a_stranger_rejects():
    """With 3 · 2³⁰ items every fourth word is rejected, so blocks end at irregular places."""
    size = 3 * 2**30
    ours = chance.CommittedChance(SEED, VALUES, GAME)
    for number in range(200):
        expected = stranger_draw(SEED, GAME, VALUES, 0, number, "pick", size)
        assert (ours.pick(range(size), "test"),) == expected
