"""Why bots move: a sentence for every kind, and the same moves with reasons as without."""

import random
from dataclasses import replace
from itertools import chain
from string import Formatter

import pytest

from rules.bots import BOTS
from rules.bots.adviser import Adviser
from rules.bots.general.plans import guard, hold_back
from rules.bots.reasons import PLACEMENTS, Reason, ReasonKind, describe_placement, describe_reason
from rules.bots.reasons.aims import aim_of
from rules.bots.reasons.moves import REASONS, reason_of
from rules.bots.reasons.wording import SENTENCES
from rules.cards import BattleCard
from rules.json import from_plain, to_plain
from rules.moves import MOVES, DeclareAttack, Defend, EndAttacks, Kind
from rules.questions import DecisionKind
from rules.rulesets import RULESETS
from rules.rulesets.classic import CLASSIC
from rules.rulesets.greyhawk import GREYHAWK
from rules.rulesets.headquarters import HEADQUARTERS
from rules.sentences import Words
from rules.state.players import Holding
from rules.view import View
from tests.support.rules.bot_tables import Table, in_two_empires
from tests.support.rules.worlds import world

AIMS = {
    *(ReasonKind.STORM, ReasonKind.SWEEP, ReasonKind.TAKE_HEADQUARTERS, ReasonKind.ELIMINATE),
    *(ReasonKind.COMPLETE, ReasonKind.BREAK, ReasonKind.EARN_CARD, ReasonKind.TAKE),
    *(ReasonKind.SHIELD, ReasonKind.APPROACH),
}
LEFT_OVER = {ReasonKind.RESERVE, ReasonKind.NEUTRAL, ReasonKind.GATHER}
NAMES = ("Anna", "Bert", "Cleo", "Dora")
OFFERS_AND_ANSWERS = {
    *("offer_pact", "answer_pact", "end_pact"),
    *("lay_cards", "accept_trade", "withdraw_trade"),
}


def words_of(ruleset):
    return Words(NAMES, ruleset, reader=0)


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda ruleset: ruleset.name)
def test_every_kind_of_reason_has_a_sentence_in_every_game(ruleset):
    assert set(SENTENCES) == set(ReasonKind)
    place = next(iter(ruleset.board.territories))
    region = ruleset.board.territories[place].empire
    for kind in ReasonKind:
        for seat in (0, 1):
            reason = Reason(kind, place, place, region, seat, "hero", 2, 0.5, 0.3, 0.2)
            sentence = describe_reason(reason, words_of(ruleset))
            assert sentence.endswith(".") and "{" not in sentence, kind
            assert describe_reason(Reason(kind, place, place, region, seat), words_of(ruleset))


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda ruleset: ruleset.name)
def test_every_reason_to_place_armies_has_a_sentence_about_them(ruleset):
    assert set(PLACEMENTS) == AIMS | {ReasonKind.GUARD, ReasonKind.FRONT} | LEFT_OVER
    place, words = next(iter(ruleset.board.territories)), words_of(ruleset)
    region, name = ruleset.board.territories[place].empire, words.territory(place)
    for kind in PLACEMENTS:
        reason = Reason(kind, place, region=region, seat=1)
        sentence = describe_placement(reason, 3, place, words)
        assert sentence.startswith(f"3 on {name}") and "chance" not in sentence, kind
        sentence = describe_placement(replace(reason, chance=0.5, armies=9), 3, place, words)
        assert ("(50% chance)." in sentence) == (kind in AIMS), kind
        assert ("a general would keep 9 armies" in sentence) == (kind is ReasonKind.GUARD), kind


@pytest.mark.parametrize(("seat", "whose"), [(0, "your"), (1, "Bert’s")])
def test_a_garrison_stays_until_its_owners_next_turn(seat, whose):
    for reason in (guard(seat, "almor", 9), hold_back(seat, "almor", 9)):
        told = f"A general would keep 9 armies in Almor until {whose} next turn."
        assert describe_reason(reason, words_of(GREYHAWK)) == told


def test_no_sentence_has_a_player_as_its_subject():
    for sentence in chain(*SENTENCES.values()):
        first = next(iter(Formatter().parse(sentence)))
        assert first[0] or first[1] not in ("seat", "seat’s"), sentence


def test_every_move_a_bot_makes_has_a_reason():
    answers = {move for move in MOVES.values() if move.kind is Kind.ANSWER}
    assert set(REASONS) == answers | {MOVES[name] for name in OFFERS_AND_ANSWERS}


class Explaining:
    """A bot whose decisions must equal the choices of a twin with the same random numbers."""

    def __init__(self, name, seed, words, kinds):
        self.bot, self.twin = (BOTS[name](random.Random(seed)) for _ in range(2))
        self.words, self.kinds = words, kinds

    def choose(self, view):
        chosen = self.bot.decide(view)
        assert chosen.move == self.twin.choose(view)
        assert from_plain(Reason, to_plain(chosen.reason)) == chosen.reason
        assert describe_reason(chosen.reason, self.words)
        self.kinds.add(chosen.reason.kind)
        return chosen.move


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda ruleset: ruleset.name)
def test_bots_move_alike_with_and_without_reasons(ruleset):
    names, kinds = ("general", "captain", "recruit", "general"), set()
    is_quick = ruleset.name != "castle"
    table = Table(names, 3, ruleset=ruleset, quick=is_quick, rounds=5)
    words = words_of(ruleset)
    table.bots = [Explaining(name, seat, words, kinds) for seat, name in enumerate(names)]
    table.play()
    assert {ReasonKind.TAKE, ReasonKind.STAY, ReasonKind.FRONT} <= kinds


def test_advice_on_a_storm_says_that_its_chance_counts_on_a_hero():
    table, _, target = in_two_empires()
    names = GREYHAWK.board.territories
    storm = f"the chance of taking Bert’s stronghold in {names[target].name}"

    def sentence():
        chosen = Adviser(random.Random(1)).decide(View(table.state, 0))
        return describe_reason(chosen.reason, words_of(GREYHAWK))

    assert sentence().startswith(f"T{storm[1:]}")
    table.state.players[0].hand = [BattleCard.HERO]
    assert sentence().startswith(f"With a Hero, {storm}")
    # The reasons of bots are shown to their opponents and never name a card in hand.
    chosen = BOTS["general"](random.Random(1)).decide(View(table.state, 0))
    assert chosen.reason.kind is ReasonKind.STORM and not chosen.reason.card


def test_a_general_says_which_storm_and_how_likely():
    table, source, target = in_two_empires()
    chosen = BOTS["general"](random.Random(1)).decide(View(table.state, 0))
    reason = chosen.reason
    assert (reason.kind, reason.source, reason.target) == (ReasonKind.STORM, source, target)
    assert reason.chance > 0.5 and reason.value > reason.staying
    names = GREYHAWK.board.territories
    sentence = describe_reason(reason, words_of(GREYHAWK))
    storm = f"taking Bert’s stronghold in {names[target].name} from {names[source].name} is "
    assert storm in sentence and "raises the estimated chance of winning" in sentence


def test_a_general_says_why_it_attacks_no_more():
    table = world(CLASSIC, ("general",) * 2, {"alaska": (0, 2), "kamchatka": (1, 30)}, (1, 3))
    table.state.ask(0, DecisionKind.ATTACKS)
    chosen = table.bots[0].decide(table.views[0])
    assert isinstance(chosen.move, EndAttacks) and chosen.reason.kind is ReasonKind.STAY
    assert "No attack would improve the estimated" in describe_reason(
        chosen.reason, words_of(CLASSIC)
    )


def test_a_recruit_attacks_for_the_aim_that_the_attack_shows():
    table = world(CLASSIC, ("recruit",) * 2, {"alaska": (0, 20), "kamchatka": (1, 1)}, (1, 1))
    table.state.ask(0, DecisionKind.ATTACKS)
    table.state.round = 9
    for seed in range(9):
        chosen = BOTS["recruit"](random.Random(seed)).decide(table.views[0])
        if isinstance(chosen.move, DeclareAttack):
            break
    assert chosen.reason.kind is aim_of(table.views[0], {chosen.move.target}).kind
    assert chosen.reason.chance > 0.7


@pytest.mark.parametrize(
    ("armies", "sentence"),
    [
        (1, "{target} has only 1 army, so only 1 die is possible."),
        (2, "Rolling more dice loses fewer armies."),
    ],
)
def test_a_defence_with_the_last_army_is_not_explained_by_more_dice(armies, sentence):
    table, source, target = in_two_empires()
    state = table.state
    state.holdings[target].armies = armies
    state.players[1].hand = [BattleCard.FORTIFICATION]
    table.tell(0, DeclareAttack(source, target, dice=2))
    assert state.decisions[0].kind is DecisionKind.DEFEND
    reason = reason_of(table.views[1], Defend(armies))
    name = GREYHAWK.board.territories[target].name
    assert describe_reason(reason, words_of(GREYHAWK)) == sentence.format(target=name)


def test_advice_on_a_defence_says_why_a_fortification_stays_in_hand():
    table, source, _ = in_two_empires()
    state = table.state
    strongholds = {player.stronghold for player in state.players}
    target = next(
        name for name in GREYHAWK.board.territories[source].neighbours if name not in strongholds
    )
    state.holdings[source], state.holdings[target] = Holding(0, 30), Holding(1, 1)
    state.players[1].hand = [BattleCard.FORTIFICATION]
    table.tell(0, DeclareAttack(source, target, dice=3))
    advised = Adviser(random.Random(0)).decide(table.views[1])
    assert not advised.move.fortification
    assert advised.reason == Reason(ReasonKind.KEEP_FORTIFICATION, target)


def test_the_aims_of_conquests():
    table = world(HEADQUARTERS, ("general",) * 3, {"brazil": (1, 1), "venezuela": (2, 1)}, (2, 1))
    state, view = table.state, table.views[0]
    america = HEADQUARTERS.board.territories["brazil"].empire
    state.headquarters = {1: "brazil", 2: "venezuela"}
    assert aim_of(view, {"brazil"}).kind is ReasonKind.TAKE_HEADQUARTERS
    assert aim_of(view, {"brazil", "venezuela"}).kind is ReasonKind.SWEEP
    state.headquarters = {}
    assert aim_of(view, {"brazil"}) == Reason(ReasonKind.ELIMINATE, seat=1)
    state.holdings["alaska"].owner = 1
    for name in ("venezuela", "peru", "argentina"):
        state.holdings[name].owner = 0
    assert aim_of(view, {"brazil"}) == Reason(ReasonKind.COMPLETE, region=america)
    for name in HEADQUARTERS.board.groups[america].territories:
        state.holdings[name].owner = 1
    assert aim_of(view, {"brazil"}).kind is ReasonKind.BREAK
    state.holdings["peru"].owner = 2
    assert aim_of(view, {"brazil"}).kind is ReasonKind.EARN_CARD
    state.this_turn.captured = True
    assert aim_of(view, {"brazil"}) == Reason(ReasonKind.TAKE, "brazil", seat=1)
    for name in ("venezuela", "argentina"):
        state.holdings[name].owner = 0
    assert aim_of(view, {"brazil"}).kind is ReasonKind.APPROACH
    # A territory with a single army cannot attack.
    state.headquarters = {0: "venezuela"}
    assert aim_of(view, {"brazil"}).kind is ReasonKind.APPROACH
    state.holdings["brazil"].armies = 5
    assert aim_of(view, {"brazil"}).kind is ReasonKind.SHIELD


def test_a_plain_conquest_says_whom_it_weakens():
    reason = Reason(ReasonKind.TAKE, "brazil", "peru", seat=1, chance=0.9)
    said = describe_reason(reason, words_of(CLASSIC))
    assert said == "To gain Brazil and weaken Bert (90% chance)."
    said = describe_reason(replace(reason, seat=None), words_of(CLASSIC))
    assert said == "To gain Brazil (90% chance)."
