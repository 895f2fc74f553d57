"""Chapter 12: verifiable chance (FAIR-1 to FAIR-4, HID-3)."""

import random
from collections import Counter
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.chance import (
    CommittedChance,
    FastChance,
    SeededSalts,
    below,
    hidden_commitment,
    new_seed,
    seed_commitment,
)
from tests.support.rules.chances import CARDS, SEED, VALUES, committed, every_chance

# The 99.9th percentile of chi-square by degrees of freedom, from published tables.
CHI_SQUARE_999 = {5: 20.515, 23: 49.728, 35: 66.619, 47: 82.720}


def chi_square(counts, cells):
    expected = sum(counts.values()) / cells
    missing = (cells - len(counts)) * expected
    return missing + sum((seen - expected) ** 2 / expected for seen in counts.values())


# A number below n


@pytest.mark.parametrize(
    ("limit", "words", "number"),
    [
        (6, [0], 0),
        (6, [5], 5),
        (6, [6], 0),
        (6, [4294967291], 5),
        (6, [4294967292, 3], 3),
        (6, [4294967295, 4294967292, 4294967293, 4294967294, 1], 1),
        (1, [4294967295], 0),
        (2, [4294967295], 1),
        (8, [4294967295], 7),
        (48, [4294967279], 47),
        (48, [4294967280, 50], 2),
        (2**31 + 1, [2**31], 2**31),
        (2**31 + 1, [2**31 + 1, 2**32 - 1, 9], 9),
        (2**32, [4294967295], 4294967295),
    ],
)
def test_number_below_uses_exactly_these_words(limit, words, number):
    source = iter(words)
    assert below(limit, source) == number
    assert list(source) == []


@pytest.mark.parametrize("limit", [1, 2, 3, 5, 6, 7, 44, 45, 47, 48, 60, 1000])
def test_every_number_below_comes_from_equally_many_words(limit):
    """Accepted words form whole rows of 0 to n - 1, and fewer than n words are rejected."""
    kept = [word for word in range(2**32 - 2 * limit, 2**32) if is_kept(word, limit)]
    assert kept[-1] % limit == limit - 1
    assert kept == list(range(2**32 - 2 * limit, kept[-1] + 1))
    assert 2**32 - 1 - kept[-1] < limit


def is_kept(word, limit):
    """Return whether a word is accepted; a rejection also consumes the marker behind it."""
    words = iter([word, 0])
    below(limit, words)
    return list(words) == [0]


@given(limit=st.integers(1, 10**6), words=st.lists(st.integers(0, 2**32 - 1), max_size=5))
def test_number_below_is_below(limit, words):
    assert 0 <= below(limit, iter([*words, 0])) < limit


# Fairness


def test_committed_dice_are_fair():
    chance = committed()
    counts = Counter(die for _ in range(4000) for die in chance.roll(3, "attack"))
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    assert chi_square(counts, 6) < CHI_SQUARE_999[5]


def test_committed_dice_of_one_roll_are_independent():
    chance = committed()
    counts = Counter(chance.roll(2, "defence") for _ in range(7200))
    assert set(counts) == set(product(range(1, 7), repeat=2))
    assert chi_square(counts, 36) < CHI_SQUARE_999[35]


def test_committed_picks_are_fair():
    chance = committed()
    counts = Counter(chance.pick(range(48), "battle card") for _ in range(9600))
    assert chi_square(counts, 48) < CHI_SQUARE_999[47]


def test_committed_shuffles_are_fair():
    chance = committed()
    counts = Counter(tuple(chance.shuffle("abcd", "seats")) for _ in range(4800))
    assert set(counts) == set(permutations("abcd"))
    assert chi_square(counts, 24) < CHI_SQUARE_999[23]


def test_fast_chance_is_fair():
    chance = FastChance(2024, keep=False)
    dice = Counter(die for _ in range(4000) for die in chance.roll(3, "attack"))
    picks = Counter(chance.pick(range(48), "battle card") for _ in range(9600))
    orders = Counter(tuple(chance.shuffle("abcd", "seats")) for _ in range(4800))
    assert chi_square(dice, 6) < CHI_SQUARE_999[5]
    assert chi_square(picks, 48) < CHI_SQUARE_999[47]
    assert chi_square(orders, 24) < CHI_SQUARE_999[23]


# Inputs of a committed draw


def rolls(chance, times=12):
    return [chance.roll(3, "attack") for _ in range(times)]


def test_same_seed_values_game_roll_the_same():
    assert rolls(committed()) == rolls(committed())


@pytest.mark.parametrize(
    "other",
    [
        {"seed": bytes(32)},
        {"values": ("00aa", "", "7e")},
        {"values": ("", "00aa", "7f")},
        {"values": ("00aa", "7f")},
        {"values": ("00aa", "", "7f", "")},
        {"values": ()},
        {"game": "k3v8"},
    ],
)
def test_another_seed_value_seat_or_game_rolls_differently(other):
    assert rolls(committed()) != rolls(committed(**other))


def test_another_epoch_rolls_differently():
    chance = committed()
    first = rolls(chance)
    chance.begin(1, 0)
    second = rolls(chance)
    chance.begin(0, 0)
    assert first != second
    assert rolls(chance) == first


def test_a_draw_depends_on_its_number_alone():
    """A retry from any number draws the same, whatever was drawn before it (FAIR-4)."""
    chance = committed()
    chance.shuffle(range(30), "seats")
    chance.salt("hidden armies")
    chance.pick(CARDS, "battle card")
    third = chance.roll(3, "attack")
    retry = committed()
    retry.begin(0, 2)
    assert retry.roll(3, "attack") == third


def test_draws_that_share_digits_differ():
    """Epoch 1, number 11 and epoch 11, number 1 are different messages."""
    chance = committed()
    seen = set()
    for epoch, number in [(1, 11), (11, 1), (111, 0), (0, 111)]:
        chance.begin(epoch, number)
        seen.add(tuple(chance.shuffle(range(40), "seats")))
    assert len(seen) == 4


def test_purpose_is_for_the_record_only():
    assert committed().roll(3, "attack") == committed().roll(3, "who goes first")


# Behaviour shared by all kinds of chance


@pytest.mark.parametrize("chance", every_chance(), ids=lambda chance: type(chance).__name__)
def test_numbers_have_no_gaps_and_begin_forgets(chance):
    chance.begin(0, 5)
    chance.roll(3, "attack")
    chance.pick(["only"], "battle card")
    chance.salt("hidden armies")
    chance.shuffle([], "seats")
    chance.roll(1, "who goes first")
    first = chance.drawn
    assert [draw.number for draw in first] == [5, 6, -1, 7, 8]
    assert [draw.kind for draw in first] == ["roll", "pick", "salt", "shuffle", "roll"]
    assert [draw.of for draw in first] == [6, 1, 0, 0, 6]
    assert first[0].purpose == "attack"
    assert chance.number == 9
    chance.begin(0, chance.number)
    assert chance.drawn == []
    assert chance.number == 9
    assert len(first) == 5


@pytest.mark.parametrize("chance", every_chance(), ids=lambda chance: type(chance).__name__)
def test_draws_are_kept_as_returned(chance):
    items = list("stronghold")
    dice = chance.roll(3, "attack")
    index = chance.pick(items, "battle card")
    order = chance.shuffle(items, "seats")
    salt = chance.salt("hidden armies")
    kept = [draw.values for draw in chance.drawn]
    assert kept[:2] == [dice, (index,)]
    assert [items[place] for place in kept[2]] == order
    assert sorted(order) == sorted(items) and items == list("stronghold")
    assert bytes.fromhex(kept[3]) == salt and len(salt) == 32


@pytest.mark.parametrize("chance", every_chance(), ids=lambda chance: type(chance).__name__)
def test_an_empty_draw_is_refused_and_takes_no_number(chance):
    with pytest.raises(ValueError, match="nothing to pick"):
        chance.pick([], "battle card")
    with pytest.raises(ValueError, match="at least one die"):
        chance.roll(0, "attack")
    assert (chance.number, chance.drawn) == (0, [])


def test_a_pick_among_one_takes_a_number_and_changes_no_later_draw():
    chance, other = committed(), committed()
    assert chance.pick(["only"], "battle card") == 0
    other.pick(CARDS, "battle card")
    assert chance.roll(3, "attack") == other.roll(3, "attack")


def test_fast_chance_numbers_without_keeping():
    chance = FastChance(random.Random(3), keep=False)
    values = (chance.roll(2, "attack"), chance.pick(CARDS, "battle card"), chance.number)
    chance.salt("hidden armies")
    assert chance.drawn == []
    assert values[2] == 2
    again = FastChance(3)
    assert (again.roll(2, "attack"), again.pick(CARDS, "battle card")) == values[:2]


# Seeds, salts, commitments


@pytest.mark.parametrize(
    ("seed", "values", "game"),
    [
        (bytes(31), VALUES, "k3v9"),
        (bytes(33), VALUES, "k3v9"),
        (b"", VALUES, "k3v9"),
        (SEED, ("AB",), "k3v9"),
        (SEED, ("xyz",), "k3v9"),
        (SEED, ("0" * 65,), "k3v9"),
        (SEED, ("00\n00",), "k3v9"),
        (SEED, ("00\n",), "k3v9"),
        (SEED, ("٣",), "k3v9"),
        (SEED, VALUES, "k3\nv9"),
        (SEED, VALUES, ""),
    ],
)
def test_unfit_seed_value_or_game_is_refused(seed, values, game):
    with pytest.raises(ValueError):
        CommittedChance(seed, values, game)


@pytest.mark.parametrize(("epoch", "number"), [(-1, 0), (0, -1)])
def test_epoch_and_number_begin_with_zero(epoch, number):
    with pytest.raises(ValueError):
        committed().begin(epoch, number)


def test_a_committed_chance_does_not_show_its_seed():
    assert SEED.hex() not in repr(committed())
    assert repr(SEED)[2:-1] not in repr(committed())


def test_seeds_are_new_and_the_commitment_is_sha256_of_the_bytes():
    seeds = {new_seed() for _ in range(20)}
    assert len(seeds) == 20
    assert {len(seed) for seed in seeds} == {32}
    # SHA-256 of 32 zero bytes, as published in many places.
    assert (
        seed_commitment(bytes(32))
        == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    )


def test_salts_of_a_game_come_from_the_operating_system():
    salts = {chance.salt("hidden armies") for chance in (committed(), committed()) for _ in "ab"}
    assert len(salts) == 4
    assert {len(salt) for salt in salts} == {32}


def test_seeded_salts_are_reproducible():
    first, second = SeededSalts(SEED), SeededSalts(SEED)
    salts = [first() for _ in range(5)]
    assert salts == [second() for _ in range(5)]
    assert len({*salts, SeededSalts(bytes(32))()}) == 6
    assert committed(salts=SeededSalts(SEED)).salt("hidden armies") == salts[0]


def test_hidden_commitment_hides_and_binds():
    salt = bytes(32)
    sealed = hidden_commitment("k3v9", 0, "irongate", salt)
    others = {
        hidden_commitment("k3v8", 0, "irongate", salt),
        hidden_commitment("k3v9", 1, "irongate", salt),
        hidden_commitment("k3v9", 0, "onnwal", salt),
        hidden_commitment("k3v9", 0, "irongate", bytes([1]) + bytes(31)),
    }
    assert len(others | {sealed}) == 5
    assert sealed == hidden_commitment("k3v9", 0, "irongate", salt)
