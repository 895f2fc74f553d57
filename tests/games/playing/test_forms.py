"""Posted forms read as moves: every field, and no form content causes a server error."""

from dataclasses import fields

import pytest
from django.db import transaction
from django.http import QueryDict
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from games.playing.forms import (
    FALLBACK,
    FLAGS,
    HIDE,
    LISTS,
    NUMBERS,
    ORDER,
    PLACE,
    SEVERAL,
    STRONGHOLD,
    TEXTS,
    PostedMoves,
    placements,
    read_moves,
)
from games.table.panel.waiting import RETURN
from rules import InvalidMove
from rules import moves as m
from rules.cards import BattleCard
from rules.moves.orders_and_wishes import ORDER_CHOICES, Orders, Wishes
from tests.support.tables.tables import rows

KEY = "a-key-of-its-own"
BAIT = "<script>alert(1)</script>"


def form(*pairs, **named):
    """A posted form with a key, from (name, value) pairs in order."""
    data = QueryDict(mutable=True)
    data["key"] = KEY
    for name, value in [*pairs, *named.items()]:
        data.appendlist(name, value)
    return data


def read(*pairs, **named):
    return read_moves(form(*pairs, **named)).moves


# Valid forms


@pytest.mark.parametrize(
    ("written", "move"),
    [
        ("move=claim&territory=onnwal", m.Claim("onnwal")),
        ("move=place_stronghold&territory=onnwal", m.PlaceStronghold("onnwal")),
        ("move=place&territory=onnwal&armies=3", m.Place("onnwal", 3)),
        ("move=hide&territory=onnwal", m.Hide("onnwal")),
        ("move=mark_headquarters&territory=peru", m.MarkHeadquarters("peru")),
        ("move=fortify&source=a&target=b&armies=3", m.Fortify("a", "b", 3)),
        (
            "move=trade_set&set_cards=a&set_cards=b&set_cards=c&territory=a",
            m.TradeSet(("a", "b", "c"), "a"),
        ),
        ("move=mercenaries&count=2", m.PlayMercenaries(2)),
        ("move=ambassador&opponent=0", m.PlayAmbassador(0)),
        ("move=attack&source=a&target=b&dice=2&press=1&how=once", m.DeclareAttack("a", "b", 2)),
        (
            "move=attack&source=a&target=b&dice=2&press=1&how=press&hero=on",
            m.DeclareAttack("a", "b", None, 1, True),
        ),
        ("move=attack&source=a&target=b&dice=1", m.DeclareAttack("a", "b", 1)),
        ("move=fleet&source=a&target=b&armies=4&press=0", m.SailFleet("a", "b", 4, None, 0)),
        ("move=battle&dice=3&hero=no&press=", m.Battle(3)),
        ("move=stop", m.StopAttack()),
        ("move=end_attacks", m.EndAttacks()),
        ("move=move_in&armies=5", m.MoveIn(5)),
        ("move=reveal&territory=onnwal", m.Reveal("onnwal")),
        ("move=spy&opponent=2", m.Spy(2)),
        ("move=assassinate_hand&opponent=2&card=", m.AssassinateHand(2)),
        ("move=assassinate_hand&opponent=2&card=hero", m.AssassinateHand(2, BattleCard.HERO)),
        ("move=assassinate_ambassador&opponent=2&partner=1", m.AssassinateAmbassador(2, 1)),
        ("move=assassinate_fortification", m.AssassinateFortification()),
        ("move=send_spy&opponent=2", m.SendSpy(2)),
        ("move=discard_spied&card=hero", m.DiscardSpied(BattleCard.HERO)),
        ("move=counter", m.Counter()),
        ("move=block_hero", m.BlockHero()),
        ("move=ruin&opponent=1&card=fleet", m.RuinTrade(1, BattleCard.FLEET)),
        ("move=defend&dice=2&scope=turn", m.Defend(2, scope=m.Scope.TURN)),
        (
            "move=defend&dice=2&fortification=yes&reveal=1&scope=battle",
            m.Defend(2, True, 1, m.Scope.BATTLE),
        ),
        ("move=name_dice&dice=1", m.NameDice(1)),
        ("move=pass", m.Pass()),
        ("move=block_event", m.BlockEvent()),
        ("move=dragon&territory=onnwal", m.ChooseDragonTarget("onnwal")),
        ("move=move_armies&source=a&target=b&armies=0", m.MoveArmies("a", "b", 0)),
        ("move=occupy&territory=b&source=a", m.Occupy("b", "a")),
        (
            "move=fill&prefer=a&prefer=b&sources=c&sources=&stronghold=true",
            m.Fill(("a", "b"), ("c",), True),
        ),
        ("move=fill", m.Fill()),
        ("move=orders", m.SetOrders(Orders())),
        (
            "move=orders&order:dice=ask&order:strike=&fallback:dice=most",
            m.SetOrders(Orders(dice="ask", fallbacks={"dice": "most"})),
        ),
        ("move=wishes", m.SetWishes(Wishes())),
        (
            "move=wishes&claims=b&claims=a&claims=&stronghold:iron_league=onnwal"
            "&place:onnwal=3&place:a=0&place:b=",
            m.SetWishes(Wishes(("b", "a"), {"iron_league": "onnwal"}, (("onnwal", 3),))),
        ),
        ("move=lay_cards&partner=1&cards=", m.LayCards(1, ())),
        (
            "move=lay_cards&partner=1&cards=hero&cards=hero",
            m.LayCards(1, (BattleCard.HERO, BattleCard.HERO)),
        ),
        (
            "move=accept_trade&partner=1&give=hero&get=",
            m.AcceptTrade(1, (BattleCard.HERO,), ()),
        ),
        ("move=withdraw_trade&partner=1", m.WithdrawTrade(1)),
        (
            "move=offer_pact&partners=1&partners=2&terms=peace&rounds=3&words=At last",
            m.OfferPact((1, 2), ("peace",), 3, "At last"),
        ),
        ("move=answer_pact&pact=0&accept=yes", m.AnswerPact(0, True)),
        ("move=answer_pact&pact=0&accept=no", m.AnswerPact(0, False)),
        ("move=end_pact&pact=4", m.EndPact(4)),
        ("move=resign", m.Resign()),
        ("move=agree&winners=1&winners=0", m.AgreeResult((1, 0))),
        ("move=agree&winners=", m.AgreeResult(None)),
        ("move=claim_win", m.ClaimWin()),
    ],
)
def test_every_move_can_be_written_as_a_form(written, move):
    assert read_moves(QueryDict(f"{written}&key={KEY}")) == PostedMoves((move,), None, KEY)


def test_no_move_of_a_player_is_left_out_above():
    mark = next(
        mark
        for mark in test_every_move_can_be_written_as_a_form.pytestmark
        if mark.name == "parametrize"
    )
    written = {type(move) for _, move in mark.args[1]}
    assert written == {cls for cls in m.MOVES.values() if cls.kind is not m.Kind.HOUSE}


def test_every_field_of_a_players_move_is_one_that_a_form_has():
    of_their_own = {"orders", "wishes"}
    names = {
        item.name
        for cls in m.MOVES.values()
        if cls.kind is not m.Kind.HOUSE
        for item in fields(cls)
    }
    assert names == NUMBERS | FLAGS | LISTS | TEXTS | of_their_own


def test_several_placements_come_in_the_order_of_the_form_after_the_hidden_armies():
    asked = form((PLACE + "a", "2"), (PLACE + "b", "0"), (PLACE + "c", ""), (PLACE + "d", "1"),
                 (HIDE, "e"), move=SEVERAL, decision="12")  # fmt: skip
    assert list(placements(asked)) == [("a", 2), ("d", 1)]
    assert read_moves(asked) == PostedMoves(
        (m.Hide("e"), m.Place("a", 2), m.Place("d", 1)), 12, KEY
    )
    assert read(move=SEVERAL) == ()


def test_every_standing_order_can_be_given():
    for name, choices in ORDER_CHOICES.items():
        for choice in choices:
            pairs = [(ORDER + name, choice)]
            pairs += [(FALLBACK + name, choice)] if choice != "ask" else []
            orders = read(*pairs, move="orders")[0].orders
            assert getattr(orders, name) == choice
            assert orders.fallbacks == ({name: choice} if choice != "ask" else {})


# Invalid forms


@pytest.mark.parametrize("key", ["", "short", "x" * 33, "with space", "ключключ", "a" * 9 + "\n"])
def test_a_form_has_a_key_of_its_own(key):
    asked = form(move="pass")
    asked["key"] = key
    with pytest.raises(InvalidMove, match="out of date"):
        read_moves(asked)


@pytest.mark.parametrize(
    "named",
    [
        {"move": ""},
        {"move": "no such move"},
        {"move": "claim"},
        {"move": "claim", "territory": ""},
        {"move": "claim", "territory": "x" * 61},
        {"move": "place", "territory": "onnwal", "armies": "-1"},
        {"move": "place", "territory": "onnwal", "armies": "1.5"},
        {"move": "place", "territory": "onnwal", "armies": "٣"},
        {"move": "place", "territory": "onnwal", "armies": "9" * 10},
        {"move": "place", "territory": "onnwal", "armies": " 1"},
        {"move": "pass", "armies": "1"},
        {"move": "pass", "decision": "x"},
        {"move": "pass", "decision": "-1"},
        {"move": "defend", "dice": "1", "scope": "for ever"},
        {"move": "lay_cards", "partner": "1", "cards": "joker"},
        {"move": "agree", "winners": "me"},
        {"move": "orders", ORDER + "dice": "least"},
        {"move": "orders", ORDER + "nothing": "ask"},
        {"move": "orders", FALLBACK + "dice": "ask"},
        {"move": "wishes", STRONGHOLD: "onnwal"},
        {"move": "wishes", PLACE + "onnwal": "many"},
        {"move": SEVERAL, PLACE + "onnwal": "many"},
        {"move": SEVERAL, PLACE: "1"},
        {"move": "offer_pact", "partners": "1", "terms": "peace", "words": "a\x00b"},
        {
            "move": "offer_pact",
            "partners": "1",
            "terms": "peace",
            "words": "a\u0301\u0300\u0302\u0303\u0304",
        },
    ],
)
def test_unreadable_input_is_refused_with_a_sentence(named):
    with pytest.raises(InvalidMove) as refusal:
        read(**named)
    sentence = str(refusal.value)
    assert sentence[-1] == "." and len(sentence) < 300


# Over HTTP


def post(client, table, pairs, htmx=True):
    """Post a form, as htmx does or without scripts."""
    return client.post(
        reverse("play_move", args=[table.code]),
        form(*pairs).urlencode(),
        content_type="application/x-www-form-urlencoded",
        headers={"HX-Request": "true"} if htmx else {},
    )


@pytest.mark.parametrize("htmx", [True, False])
@pytest.mark.parametrize(
    "pairs",
    [
        [],
        [("move", "claim"), ("territory", BAIT * 3)],
        [("move", SEVERAL), (PLACE + BAIT, BAIT)],
        [("move", BAIT)],
        [("move", "place"), ("armies", "9" * 5000), ("territory", "onnwal")],
        [("move", "pass"), ("key", "")],
        [("move", "pass"), ("key", "x" * 65)],
    ],
)
def test_an_unknown_form_is_refused_with_a_sentence(client, table, pairs, htmx):
    client.force_login(table.mover)
    before = rows(table.code)
    answer = post(client, table, pairs, htmx)
    html = answer.content.decode()
    assert answer.status_code == 400
    assert 'class="notice error"' in html and BAIT not in html
    assert rows(table.code) == before


@pytest.mark.parametrize(
    "pairs",
    [
        [("move", "end_game"), ("winners", "0")],
        [("move", "end_game"), ("winners", "")],
        [("move", "default")],
        [("move", "seat"), ("control", "bot")],
        [("move", "only_playable"), ("only_playable", "yes")],
    ],
)
def test_house_moves_are_refused_to_players(client, table, pairs):
    client.force_login(table.mover)
    before = rows(table.code)
    decision = str(table.decision()[0].number)
    answer = post(client, table, [*pairs, ("decision", decision)])
    assert answer.status_code in (400, 409, 422)
    assert 'class="notice error"' in answer.content.decode()
    assert rows(table.code) == before


WORDS = st.one_of(
    st.sampled_from(
        (
            *(
                "proposed",
                "",
                "0",
                "1",
                "2",
                "-1",
                "9" * 9,
                "9" * 500,
                "1e3",
                "None",
                "NaN",
                "yes",
                "on",
            ),
            *("onnwal", "irongate", "hero", "fleet", "ask", "most", "turn", "peace", "nowhere"),
            *("\0", "a\0b", "\n", "\u202e", "\ud7ff", "\uffff", "%00", BAIT, "[]", "{}", "../.."),
        )
    ),
    st.text(max_size=80),
)
NAMES = st.one_of(
    st.sampled_from(
        (
            *sorted(NUMBERS | FLAGS | LISTS | TEXTS),
            *(
                "how",
                "rest",
                "decision",
                "have",
                "key",
                HIDE,
                "claims",
                "control",
                "own",
                "user",
                "seat",
            ),
            *(PLACE + "onnwal", PLACE, PLACE + BAIT, STRONGHOLD + "iron_league", STRONGHOLD),
            *(ORDER + name for name in ORDER_CHOICES),
            *(FALLBACK + name for name in ORDER_CHOICES),
        )
    ),
    st.text(min_size=1, max_size=20),
)
MOVES = st.one_of(st.sampled_from((*m.MOVES, SEVERAL, RETURN)), WORDS)
FORMS = st.tuples(
    MOVES, st.lists(st.tuples(NAMES, WORDS), max_size=6), st.booleans(), st.booleans()
)


@settings(
    max_examples=60,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    deadline=None,
)
@given(asked=FORMS, seat=st.integers(0, 2))
def test_junk_forms_are_refused(table, charlie, asked, seat):
    """Any POST by anybody gets a page, never a server error; a refused one changes nothing."""
    move, pairs, is_current, htmx = asked
    with transaction.atomic():
        before = rows(table.code)
        client = Client()
        client.force_login((table.mover, table.waiting, charlie)[seat])
        fixed = [("move", move), ("key", f"{table.key()}-fuzz")]
        if is_current:
            fixed.append(("decision", str(before[0]["decisions"][0]["number"])))
        answer = post(client, table, [*pairs, *fixed], htmx)
        html = answer.content.decode()
        assert answer.status_code in (200, 302, 400, 403, 409, 422)
        assert BAIT not in html
        if answer.status_code >= 400:
            assert 'class="notice error"' in html
            assert rows(table.code) == before
        # The next example finds the table unchanged.
        transaction.set_rollback(True)
