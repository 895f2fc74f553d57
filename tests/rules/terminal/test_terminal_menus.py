"""The menus and the log of the terminal: accepted input and output."""

import dataclasses
import random
import re

import pytest

import rules
from rules.chance import FastChance
from rules.events.setup import Claimed, Placed
from rules.events.turn import CardsDrawn, CardsSeen
from rules.moves import MOVES, Kind
from rules.questions import DecisionKind
from rules.rulesets import RULESETS
from rules.rulesets.greyhawk import GREYHAWK
from rules.sentences.events import describe
from rules.sentences.words import Words
from rules.state import Options
from rules.terminal.log import event_lines
from rules.terminal.menu import Back, Menu, Quit, explain
from rules.terminal.simulate import make_bots, play_out
from rules.terminal.wording import FIELD_WORDS, HEADINGS, MOVE_WORDS, ORDER_WORDS, move_words
from rules.turn import new_game, play
from rules.view import view

# The menus


def menu_of(type_in, lines, commands=None):
    type_in(lines)
    return Menu(commands or {})


def test_a_menu_understands_numbers_and_beginnings_of_names(type_in, capsys):
    items = [("A  3  County of Urnst", 1), ("A  1* Nyrond", 2), ("B  2  Northern Province", 3)]
    menu = menu_of(type_in, "2\nnor\ncounty\n\n0\n4\nn\nzzz\n3\n")
    assert [menu.choose("Which?", items) for _ in range(4)] == [2, 3, 1, 1]
    assert menu.choose("Which?", items) == 3
    out = capsys.readouterr().out
    assert out.count("none of these") == 3 and out.count("more than one of these") == 1


def test_a_menu_without_a_default_asks_again(type_in):
    menu = menu_of(type_in, "\n\n2\n")
    assert menu.choose("Which?", [("a", 1), ("b", 2)], None) == 2


def test_a_name_typed_in_full_is_meant_even_where_others_begin_alike(type_in):
    menu = menu_of(type_in, "Nyrond\n")
    assert menu.choose("Which?", [("Nyrond East", 1), ("Nyrond", 2)]) == 2


def test_numbers_dice_and_yes_are_asked_until_they_fit(type_in):
    menu = menu_of(type_in, "9\n-1\n٣\n3\n\nP\n4\n\n2\nmaybe\nyes\n\nn\n")
    assert menu.number("How many?", range(1, 6), 5) == 3
    assert menu.number("How many?", range(1, 6), 5) == 5
    assert menu.dice("How many?", (1, 2, 3), 3) is None
    assert menu.dice("How many?", (1, 2, 3), 3) == 3
    assert menu.dice("How many?", (1, 2, 3), 3) == 2
    assert menu.yes("Well?") is True
    assert menu.yes("Well?", True) is True
    assert menu.yes("Well?", True) is False


def test_several_are_chosen_in_the_order_typed(type_in):
    menu = menu_of(type_in, "3 1\n1 1\n4\n2,1\n\n")
    items = [("a", "A"), ("b", "B"), ("c", "C")]
    assert menu.several("Which?", items) == ("C", "A")
    assert menu.several("Which?", items) == ("B", "A")
    assert menu.several("Which?", items) == ()


def test_commands_are_carried_out_and_the_question_comes_again(type_in, capsys):
    menu = menu_of(type_in, "Shout\nanswer\nback\nquit\n", {"shout": lambda: print("Ho!")})
    assert menu.ask("Well?", menu="1 this 2 that") == "answer"
    out = capsys.readouterr().out
    assert out.index("Ho!") < out.index("1 this 2 that")
    with pytest.raises(Back):
        menu.ask("Well?")
    with pytest.raises(Quit):
        menu.ask("Well?")
    with pytest.raises(Quit):
        menu.ask("Well?")


@pytest.mark.parametrize("game", ["classic", "headquarters"])
def test_why_not_explains_trading_without_territory_cards(game, type_in, capsys):
    ruleset = RULESETS[game]
    state, _ = new_game(ruleset, (True, True, True), Options(), "game", FastChance(1))
    menu = menu_of(type_in, "trade a set\n")
    explain(menu, view(state, 0), Words("ABC", ruleset, reader=0))
    assert "A set has 3 cards; you have 0." in capsys.readouterr().out


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_why_not_answers_at_every_decision_of_a_random_game(ruleset, type_in, capsys):
    """At each decision one kind of move is asked about, with any answers to its questions."""
    drawn = random.Random(1)
    places = [space.name for space in ruleset.board.territories.values()]
    typed = [""]

    def answer():
        if typed:
            return typed.pop()
        return drawn.choice(("", "1", "2", "3", "p", "1 2 3", drawn.choice(places)))

    menu = menu_of(type_in, answer)
    words = Words("ABC", ruleset, reader=0)
    kinds = list(move_words(ruleset).values())
    chance, options = FastChance(2), Options(rounds=6)
    bots = make_bots(("random",) * 3, 3)
    state, _ = new_game(ruleset, (True,) * 3, options, "game", chance)
    asked, others = 0, _terms_of_others(ruleset)

    def play_after_asking(state, seat, move, chance):
        nonlocal asked
        typed.append(kinds[asked % len(kinds)])
        explain(menu, view(state, seat), words)
        printed = capsys.readouterr().out
        assert re.search(r"[A-Z]{3}-\d+: |Nothing forbids it", printed), printed
        assert not [term for term in others if re.search(rf"\b{term}", printed)], printed
        asked += 1
        return play(state, seat, move, chance, by="player")

    play_out(state, bots, chance, play_after_asking)
    assert asked > 5 * len(kinds)


def _terms_of_others(ruleset):
    """The cards of Greyhawk that this game has under another name, or not at all."""
    cards = ("Hero", "Fortification", "Ambassador", "Assassin", "Mercenaries")
    titles = {text.title for text in ruleset.card_texts.values()}
    return [card for card in cards if card not in titles]


def test_no_more_cards_are_chosen_than_a_set_has(type_in, capsys):
    menu = menu_of(type_in, "\n1\n1 2 3 4\n3 1 2\n")
    items = [(name, name) for name in "abcd"]
    assert menu.several("Which cards?", items, 3) == ("c", "a", "b")
    printed = capsys.readouterr().out
    assert "none" not in printed and printed.count("Type 3 different numbers from 1 to 4") == 3


def test_every_answer_decision_and_order_has_its_words():
    answers = {move for move in MOVES.values() if move.kind is Kind.ANSWER}
    assert set(MOVE_WORDS) == answers
    fields = {field.name for move in answers for field in dataclasses.fields(move)}
    assert set(FIELD_WORDS) == fields
    assert set(HEADINGS) == set(DecisionKind)
    assert set(ORDER_WORDS) | {"fallbacks", "limits", "off"} == set(
        rules.moves.orders_and_wishes.Orders.__dataclass_fields__
    )


# The log


WORDS = Words("AB", GREYHAWK, reader=0)


def test_the_terminal_hides_other_players_secrets():
    drawn = [CardsDrawn(1, 2), CardsSeen(1, ("hero", "fleet"))]
    assert list(event_lines(drawn, 0, WORDS)) == ["B drew 2 battle cards."]
    assert list(event_lines(drawn, None, WORDS)) == ["B drew 2 battle cards."]
    assert len(list(event_lines(drawn, 1, WORDS))) == 2


def test_repeated_placements_are_summarised():
    claimed = [Claimed(seat, name) for seat, name in ((0, "ratik"), (1, "idee"))]
    assert len(list(event_lines(claimed, 0, WORDS))) == 2
    together = list(event_lines(claimed * 3, 0, WORDS))
    assert together == [
        "You placed armies: Ratik 1, Ratik 1 and Ratik 1.",
        "B placed armies: Idee 1, Idee 1 and Idee 1.",
    ]
    placed = [Placed(0, "ratik", number, "muster") for number in (1, 2, 3, 4)]
    assert list(event_lines(placed, 0, WORDS)) == [
        "You placed armies: Ratik 1, Ratik 2, Ratik 3 and Ratik 4."
    ]


def test_lines_are_no_wider_than_the_terminal():
    event = Claimed(1, "ratik")
    words = Words(("A", "B " * 60), GREYHAWK, reader=0)
    (line,) = event_lines([event], 0, words)
    assert max(map(len, line.split("\n"))) <= 79
    assert " ".join(line.split()) == " ".join(describe(event, words).split())
