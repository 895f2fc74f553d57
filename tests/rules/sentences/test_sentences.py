"""Every event has a sentence with the names of players, cards and territories."""

import re
from importlib.resources import files
from itertools import product

import pytest

from rules.cards import EVENT_CARDS, EventCard
from rules.chapters.armies.spoils import PLACING_RULES
from rules.events.agreements import Answered, OrderDisarmed, PactEnded, PactOffered, TradeWithdrawn
from rules.events.attack import (
    AttackDeclared,
    AttackEnded,
    BattleFought,
    Captured,
    Eliminated,
    HandTaken,
    HandTakenSeen,
    Occupied,
)
from rules.events.cards import AssassinUsed, CardLost, EventDrawn
from rules.events.classic import (
    HeadquartersMarked,
    ReinforcementsCounted,
    SetTraded,
    TerritoryCardsTaken,
)
from rules.events.json import EVENTS
from rules.events.setup import Claimed, FirstRolled, Placed, SeatsOrdered, StrongholdChosen
from rules.events.turn import (
    AmbassadorRemoved,
    CardsSeen,
    GameOver,
    ResultAgreed,
    SeatTaken,
    SpoilsCounted,
)
from rules.moves import Control
from rules.moves.orders_and_wishes import ORDER_CHOICES
from rules.questions import QUESTIONS
from rules.reasons import AttackEnd, GameEnd, PactEnd, TradeEnd
from rules.rulesets.castle import CASTLE
from rules.rulesets.classic import CLASSIC
from rules.rulesets.greyhawk import GREYHAWK
from rules.rulesets.headquarters import HEADQUARTERS
from rules.sentences.agreements import ANSWERED_BY_WORDS, QUESTION_WORDS
from rules.sentences.event_texts import event_texts
from rules.sentences.events import WORDINGS, describe
from rules.sentences.words import LETTERS, Words, counted, isolated, listed, signed
from rules.state.under_way import AssassinUse
from rules.turn import ANSWERED_BY
from tests.support.rules.event_samples import CHAPTER_11, HERO, OVERKING, SAMPLES, WALLS

NAMES = ("Ida", "Anna", "Björn", "{2}")
READER = 0


SAMPLES_WITH_GAMES = (
    *((event, GREYHAWK) for event in SAMPLES),
    *((event, CLASSIC) for event in CHAPTER_11),
)


def told(event, ruleset=GREYHAWK):
    return describe(event, Words(NAMES, ruleset, reader=READER))


def test_every_event_has_its_sentence_and_its_sample():
    samples = {type(event) for event in SAMPLES + CHAPTER_11}
    assert set(WORDINGS) == set(EVENTS.values()) == samples


@pytest.mark.parametrize(
    ("event", "ruleset"),
    [*((event, GREYHAWK) for event in SAMPLES), *((event, CLASSIC) for event in CHAPTER_11)],
    ids=lambda part: part.name,
)
def test_a_sentence_reads_like_one(event, ruleset):
    sentence = told(event, ruleset)
    assert sentence[0].isupper() or sentence[0] == "“"
    assert sentence.endswith((".", "”"))
    assert "_" not in sentence and "None" not in sentence and "  " not in sentence


def test_a_players_site_is_not_said_to_be_chosen_by_them():
    assert told(StrongholdChosen(0, "idee")) == "Your stronghold will be in Idee."
    marked = told(HeadquartersMarked(0, "brazil"), HEADQUARTERS)
    assert marked == "Your headquarters will be in Brazil."


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            BattleFought(
                1, 0, "irongate", "idee", (2, 6, 4), (3, 5), (HERO, OVERKING), (),
                6, 5, ("attacker", "attacker"), 0, 2, 7, 1,
            ),
            "Irongate against Idee: Anna rolled 6 4 2 +1 (Hero) −1 (“The Mad Overking!”), "
            "you rolled 5 3. You lost 2 armies. Left: 7 against 1.",
        ),
        (
            BattleFought(
                0, 1, "irongate", "idee", (5,), (5, 1), (), (WALLS,),
                5, 6, ("defender",), 1, 0, 1, 4,
            ),
            "Irongate against Idee: you rolled 5, Anna rolled 5 1 +1 (Fortification). "
            "You lost 1 army. Left: 1 against 4.",
        ),
        (
            AttackDeclared(1, 2, "onnwal", "ratik", ("azure_sea", "aerdi_sea"), 4),
            "Anna sailed from Onnwal with 4 armies through the Azure Sea and the Aerdi Sea "
            "to attack Björn’s Ratik.",
        ),
        (
            FirstRolled((((0, 6), (1, 6), (2, 3)), ((0, 2), (1, 5))), 1, "first turn"),
            "Anna won the roll for the first turn: you 6, Anna 6, Björn 3; tie-break: you 2, "
            "Anna 5.",
        ),
        (
            SpoilsCounted(0, (("iron_league", 4), ("banner:iron_league", 8)), 12),
            "Your spoils: 12 armies (4 for the Iron League, 8 for the Iron League banner).",
        ),
        (
            SpoilsCounted(0, (("banner:iron_league", 8), ("peasants_revolt", -4)), 4),
            "Your spoils: 4 armies (8 for the Iron League banner, −4 for “Peasants Revolt!”).",
        ),
        (CardLost(1, "ambassador", "AMB-2"),
         "Anna’s Ambassador was discarded, as the truce is over."),
        (CardLost(1, "ambassador", "ASN-2"), "Anna lost an Ambassador."),
        (AmbassadorRemoved(1, 2), "Only two players are left, so Anna set 2 Ambassadors aside."),
        (Occupied(1, "ratik", None),
         "Anna claimed Ratik with 1 new army."),
        (CardsSeen(0, ("hero", "hero", "fleet")),
         "New in your hand: 2 × Hero and Admiral’s Fleet."),
        (Answered(0, "claim", "ratik", "order"),
         "Your wish list decided which territory to claim: Ratik."),
        (Answered(0, "place", "ratik 3", "order"),
         "Your wish list decided where to place armies: Ratik 3."),
        (Answered(0, "counter", "pass", "order"),
         "Your standing order decided whether to counter an Assassin: no."),
        (Answered(0, "counter", "pass", "clock"),
         "You ran out of time, so the game decided whether to counter an Assassin: no."),
        (Answered(0, "fortification", "home", "order"),
         "Your standing order decided whether to play a Fortification: yes."),
        (Answered(0, "hidden", "outnumbered", "order"),
         "Your standing order decided whether to reveal hidden armies: yes."),
        (Answered(0, "block", "stronghold", "order"),
         "Your standing order decided whether to send an Assassin against the Hero: yes."),
        (Answered(0, "spoils", "place", "plan"), "Your plan decided where to place your spoils."),
        (Claimed(3, "ratik"), "{2} claimed Ratik."),
        (ResultAgreed(1, None), "Anna withdrew their vote to end the game."),
        (Eliminated(2, 1, "irongate", ("iron_league",)),
         "Anna took Irongate, Björn’s stronghold, and eliminated Björn. "
         "Banners captured: Iron League."),
        (HandTaken(1, 2, 3, 1),
         "Anna took 3 battle cards and 1 group of hidden armies from Björn."),
        (HandTaken(1, 2, 0, 2), "Anna took 2 groups of hidden armies from Björn."),
        (HandTaken(1, 2, 1, 0), "Anna took 1 battle card from Björn."),
        (HandTaken(1, 2, 0, 0), "Anna found no cards in Björn’s hand."),
        (HandTakenSeen(1, ("hero",), ("ratik",)), "You took Hero and the hidden armies in Ratik."),
        (HandTakenSeen(1, (), ("ratik",)), "You took the hidden armies in Ratik."),
        (HandTakenSeen(1, ("hero",), ()), "You took Hero."),
        (HandTakenSeen(1, (), ()), "You took nothing."),
    ],
)  # fmt: skip
def test_sentences_read_as_expected(event, sentence):
    assert told(event) == sentence


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (SetTraded(1, ("alaska", "siam", "wild"), 3, 8, "siam", 2),
         "Anna traded in set 3 for 8 armies: Alaska (infantry), Siam (infantry) and a wild card. "
         "2 more went to Siam."),
        (SetTraded(0, ("alaska", "siam", "wild"), 1, 4, None, 0),
         "You traded in set 1 for 4 armies: Alaska (infantry), Siam (infantry) and a wild card."),
        (ReinforcementsCounted(0, (("territories", 3), ("australia", 2)), 5),
         "Your reinforcements: 5 armies (3 for territories, 2 for Australia)."),
        (Captured(1, "alberta", None), "Anna captured Alberta from the neutral side."),
        (Eliminated(0, 1, "siam", ()),
         "Anna took Siam, your last territory, and eliminated you."),
        (TerritoryCardsTaken(1, 2, 3), "Anna took 3 territory cards from Björn."),
    ],
)  # fmt: skip
def test_sentences_of_chapter_11_read_as_expected(event, sentence):
    assert told(event, CLASSIC) == sentence


def test_a_capture_names_the_captured_headquarters():
    known = {0: "siam", 1: "alberta", 2: "peru"}

    def said(event):
        return describe(event, Words(NAMES, HEADQUARTERS, known, READER))

    assert said(Captured(0, "alberta", 2)) == (
        "You captured Alberta, Anna’s headquarters, from Björn."
    )
    assert said(Captured(0, "alberta", 1)) == "You captured Alberta, Anna’s headquarters."
    assert said(Captured(0, "alaska", 2)) == "You captured Alaska from Björn."


def test_a_game_over_names_reason_and_places():
    sentence = told(GameOver((1,), "last_standing", ((1,), (0,), (2, 3))))
    assert "Anna won" in sentence and "1. Anna; 2. you; 3. Björn and {2}" in sentence
    undecided = told(GameOver((), "cancelled", ((0, 1, 2, 3),)))
    assert "nobody won" in undecided and "Places" not in undecided


ANSWERERS = ("order", *ANSWERED_BY.values())
WISHED = ("claims", "placements")
PLANNED = ("plan", "plan done")


@pytest.mark.parametrize(
    "event",
    [
        *(GameOver((0,), reason, ((0,), (1,))) for reason in GameEnd),
        *(Placed(0, "ratik", 1, purpose) for purpose in (*PLACING_RULES, "muster")),
        *(AssassinUsed(0, 1, use.value, "hero") for use in AssassinUse),
        *(SeatTaken(0, control.value) for control in Control),
        *(Answered(0, asked, "home", by) for asked, by in product(QUESTIONS, ANSWERERS)),
        *(OrderDisarmed(0, order, "It is over.") for order in (*ORDER_CHOICES, *WISHED, *PLANNED)),
        *(AttackEnded(0, "ratik", "idee", why) for why in AttackEnd),
        *(PactEnded(1, why) for why in PactEnd),
        *(TradeWithdrawn(0, 1, why) for why in TradeEnd),
        *(EventDrawn(0, card.value, row.rule) for card, row in EVENT_CARDS.items()),
    ],
    ids=repr,
)
def test_every_reason_purpose_and_use_has_its_words(event):
    assert "_" not in told(event)


def test_every_question_has_its_words():
    assert set(QUESTION_WORDS) == set(QUESTIONS)
    assert len(QUESTIONS) == len(set(map(str, QUESTIONS)))
    assert set(ANSWERED_BY_WORDS) == set(ANSWERERS)


TITLES_AND_COUNTS = (
    ("Ambassador Blunders", 2),
    ("Plague from the Gnatmarsh", 1),
    ("Savages Attack!", 1),
    ("Minions of Wastri Attack!", 1),
    ("Giants from the Rakers Attack!", 1),
    ("Raiders from the Bonewood Forest Attack!", 1),
    ("Frost Barbarian Raiders Attack!", 1),
    ("Peasants Revolt!", 4),
    ("Azure Storms!", 2),
    ("Solnor Storms!", 2),
    ("Aerdi Storms!", 2),
    ("Favorable Winds", 4),
    ("The Mad Overking!", 1),
    ("Fall of the Lordship of the Isles", 1),
    ("Osson’s Raiders", 1),
    ("Aid for the Iron League", 1),
    ("Giants from the Rakers", 1),
    ("Fall of Medegia", 1),
    ("Grayflood Overflows!", 1),
    ("Mountain Storms!", 1),
    ("Demons Unleashed!", 1),
    ("Woodland Defenders", 2),
    ("Muster Troops", 3),
    ("Dragon Unleashed!", 4),
    ("Ancient Curse Unleashed!", 3),
    ("Army Deserters", 4),
    ("Pirates Attack!", 4),
    ("Favour of the Gods!", 2),
    ("Spy Revealed", 3),
    ("Move by Night", 4),
)
"""The event cards as S1 lists them."""


def test_the_event_cards_have_the_titles_and_counts_of_the_printed_game():
    printed = [(EVENT_CARDS[card].title, GREYHAWK.event_cards[card]) for card in EventCard]
    assert printed[: len(TITLES_AND_COUNTS)] == list(TITLES_AND_COUNTS)
    page = files("rules").joinpath("rulebook.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (EVT-\d+) \| (\d+) \| ([^|]+) \|", page, flags=re.MULTILINE)
    assert [(title.replace("'", "’"), int(count)) for _, count, title in rows] == printed
    assert [EVENT_CARDS[card].rule for card in EventCard] == [rule for rule, _, _ in rows]
    assert not any("**" in text for text in event_texts().values())


def test_event_card_texts_are_self_contained():
    effects = event_texts()
    assert not any("the same for" in effect for effect in effects.values())
    assert effects[EventCard.SOLNOR_STORMS] == effects[EventCard.AZURE_STORMS].replace(
        "the Azure Sea", "the Solnor Ocean"
    )
    assert effects[EventCard.FROST_BARBARIAN_RAIDERS].startswith("Ratik loses half its armies;")
    assert not any("'" in effect for effect in effects.values())


def test_word_helpers():
    assert (
        listed([]) == "nothing" and listed(["a"]) == "a" and listed(["a", "b", "c"]) == "a, b and c"
    )
    assert counted(1, "army", "armies") == "1 army" and counted(0, "army", "armies") == "0 armies"
    assert signed(1) == "+1" and signed(-1) == "−1"
    assert len(LETTERS) == max(GREYHAWK.starting_armies)


@pytest.mark.parametrize(
    ("rounds", "until", "length"),
    [
        (1, 0, "1 round"),
        (3, 0, "3 rounds"),
        (0, 7, "until the end of round 7"),
        (0, 0, "until someone ends it"),
    ],
)
def test_a_pact_offer_states_its_length(rounds, until, length):
    offered = PactOffered(2, 0, (1,), ("peace",), rounds, "", until)
    assert told(offered).endswith(f"don’t attack each other; {length}.")


def test_an_unnamed_sea_is_written_in_lower_case():
    words = Words(["Anna"], CASTLE)
    assert (words.sea("main_sea"), words.sea("black_sea")) == ("open sea", "Black Sea")


def test_an_empire_named_like_a_territory_is_called_an_empire():
    words = Words(["Anna"], GREYHAWK)
    assert words.territory("south_province") == "South Province"
    assert words.region("south_province_empire") == "the South Province empire"
    assert words.region("north_province") == "the North Province"


def test_the_turn_order_begins_with_the_reader():
    event = SeatsOrdered((2, 0, 1))
    assert told(event) == "Turn order: you, Anna and Björn."
    names = ("Cedar", "Birch", "Elm")
    assert describe(event, Words(names, GREYHAWK)).endswith(": Elm, Cedar and Birch.")


@pytest.mark.parametrize("reader", [None, 0, 1])
def test_players_are_told_apart_by_seat_even_if_one_is_called_you(reader):
    for event, ruleset in SAMPLES_WITH_GAMES:
        said = describe(event, Words(("Ida", "⟨name⟩", "Björn", "Cleo"), ruleset, reader=reader))
        name = "You" if said.startswith("⟨name⟩") else "you"
        named = describe(event, Words(("Ida", "you", "Björn", "Cleo"), ruleset, reader=reader))
        assert named == said.replace("⟨name⟩", name, 1).replace("⟨name⟩", "you")


def test_only_names_that_would_disturb_their_surroundings_are_isolated():
    assert [isolated(name) for name in ("Anna", "Zoë 2", "Лев", "李")] == [
        "Anna",
        "Zoë 2",
        "Лев",
        "李",
    ]
    assert isolated("שרה") == "\u2068שרה\u2069"
    assert isolated("Mo ٣") == "\u2068Mo ٣\u2069"


@pytest.mark.parametrize("ruleset", [GREYHAWK, CLASSIC])
def test_a_name_that_ends_in_a_full_stop_is_followed_by_no_other(ruleset):
    words = Words(("M.", "Anna", "N.N.", "O..P"), ruleset)
    territory = next(iter(ruleset.board.territories))
    banners = tuple(ruleset.board.empires)[:1]
    told = describe(Eliminated(player=0, captor=1, territory=territory, banners=banners), words)
    assert "eliminated M. Banners captured" in told if banners else told.endswith("eliminated M.")
    assert describe(HandTaken(captor=1, player=2, cards=2, hidden=0), words).endswith("from N.N.")
    # Only the full stops around a name are joined, not those within it.
    assert describe(HandTaken(captor=0, player=3, cards=2, hidden=0), words).endswith("from O..P.")


def test_every_sentence_has_single_full_stops_whatever_the_names():
    told = [describe(event, Words(("M.",) * 6, ruleset)) for event, ruleset in SAMPLES_WITH_GAMES]
    assert [sentence for sentence in told if ".." in sentence] == []
