"""The panel of attacks: steps, odds, warnings and cards."""

import pytest
from django.http import QueryDict

from games.drawing.display.turn_steps import spoils_this_turn
from games.models import TurnPlan
from games.table.panel.odds import clash_of
from games.table.panel.orders.plan import plan_context
from rules import FastChance, attack_odds, play, view
from rules.bots.general.garrisons import garrison_needed
from rules.cards import BattleCard, EventCard
from rules.chance.recorded import ScriptedChance
from rules.moves import DeclareAttack, Defend, Scope
from rules.state.players import Holding
from rules.state.treaties import Truce
from rules.state.under_way import InForce
from tests.support.tables.panels import panel_html, scene_of
from tests.support.tables.positions.attacks import (
    ME,
    OTHER,
    THIRD,
    attacks_of_the_first_player,
    picks,
    shown,
)
from tests.support.visitors.markup import one_line


@pytest.fixture
def state():
    return attacks_of_the_first_player()


# Steps


def test_an_attack_chooses_source_then_target(state):
    state.players[ME].stronghold = "sunndi"
    assert set(picks(shown(state))) == {"onnwal"}
    targets = picks(shown(state, "source=onnwal"))
    assert "irongate" in targets
    assert targets["irongate"].note == "Bob, 3 armies"
    odds = attack_odds(5, 3)
    assert targets["irongate"].odds == f"{odds.win * 100:.0f}%"


def test_cards_to_play_say_how_many_of_them_the_viewer_holds(state):
    state.players[ME].hand = [BattleCard.MERCENARIES] * 2 + [BattleCard.AMBASSADOR]
    html = one_line(panel_html(scene_of(state, ME)))
    assert 'Mercenaries <b class="pick-count">× 2</b>' in html
    assert html.count("pick-count") == 1


def test_a_single_possible_attack_has_no_list_of_others(state):
    state.players[ME].hand = []
    query = "source=onnwal&target=irongate"
    assert shown(state, query).body["others"] == ()
    assert "Attack something else" not in panel_html(scene_of(state, ME), f"?{query}")


@pytest.mark.parametrize("way", ["", "&way=fleet"])
def test_a_target_shows_the_same_chance_as_the_form(state, way):
    state.holdings["irongate"], state.holdings["onnwal"] = Holding(ME, 9), Holding(OTHER, 4)
    state.players[ME].stronghold = "irongate"
    panel = shown(state, "source=irongate")
    listed = next(
        pick
        for group in panel.body.groups
        for pick in group.picks
        if pick.territory == "onnwal" and bool(pick.zones) == bool(way)
    )
    assert listed.odds != f"{attack_odds(8, 4).win * 100:.0f}%"
    form = shown(state, f"source=irongate&target=onnwal{way}").body
    headline = f"{listed.odds} to capture it"
    if not way:
        headline += f", stopping at {form['stop'].value}"
    assert form["odds"].headline == headline
    assert "The odds assume that you stop with about " in panel.lead[0]
    html = panel_html(scene_of(state, ME), "?source=irongate")
    assert "chance to take it" in html


def test_opponents_are_not_listed_as_cards(state):
    html = panel_html(scene_of(state, ME), "?use=assassinate_hand")
    assert "Choose a player" in html and "Cards you can play" not in html


def test_targets_by_fleet_carry_their_route_for_the_map(state):
    html = panel_html(scene_of(state, ME), "?source=onnwal")
    target = next(name for name, pick in picks(shown(state, "source=onnwal")).items() if pick.zones)
    zones = view(state, ME).voyages("onnwal")[target]
    assert f'data-route="{" ".join(zones)}"' in html


def test_every_territory_of_the_list_can_be_chosen_on_the_map(state):
    html = panel_html(scene_of(state, ME), "?source=onnwal")
    assert 'data-territory="irongate" data-role="target"' in html
    assert 'data-chosen data-territory="onnwal" data-role="source"' in html


def test_targets_with_the_best_chances_come_first(state):
    neighbours = state.board.territories["irongate"].neighbours
    state.holdings["irongate"] = Holding(ME, 9)
    state.players[ME].stronghold = "irongate"
    for more, name in enumerate(neighbours):
        state.holdings[name] = Holding(OTHER, 12 - 2 * more if more else 1)
    groups = shown(state, "source=irongate").body.groups
    found = {
        group.title: [state.holdings[pick.territory].armies for pick in group.picks]
        for group in groups
    }
    assert max(len(held) for held in found.values()) > 2
    assert all(held == sorted(held) for held in found.values())


def test_the_attack_has_exact_odds_for_what_is_filled_in(state):
    pressed = shown(state, "source=onnwal&target=irongate&how=press&press=3&hero=yes").body["odds"]
    odds = attack_odds(5, 3, heroes=1, stop_at=2)
    assert pressed.win == round(odds.win * 100)
    assert f"{odds.expected_attack_losses:.1f}" in pressed.lines[0]
    assert [bonus.rule for bonus in pressed.bonuses] == ["HRO-1"]
    once = shown(state, "source=onnwal&target=irongate&how=once").body["odds"]
    # Three dice against two: the attacker's highest die is higher in 3667 of 7776 rolls.
    assert once.win == round(3667 / 77.76)


@pytest.mark.parametrize(
    ("here", "there", "chances"),
    [
        (4, 10_001, ("0%", "0%", "0%")),
        (4_001, 4_690, ("49%", "49%", "48%")),
        # More armies than ARMY_LIMIT are scaled down; exactly, it is 45.3, 45.6 and 45.1 %.
        (26_001, 30_500, ("46%", "46%", "46%")),
    ],
)
def test_there_are_odds_for_any_number_of_armies(state, here, there, chances):
    state.holdings["onnwal"], state.holdings["irongate"] = Holding(ME, here), Holding(OTHER, there)
    state.players[OTHER].hand = [BattleCard.FORTIFICATION]
    query = "source=onnwal&target=irongate"
    form = shown(state, f"{query}&press=1").body
    plan = TurnPlan(status=TurnPlan.Status.OFF)
    step = plan_context(scene_of(state, ME), plan, QueryDict(f"add=attack&{query}"))["adding"]
    play(state, ME, DeclareAttack("onnwal", "irongate", dice=3), FastChance(1))
    window = shown(state, seat=OTHER).body.odds
    alone, with_hero, fortified = chances
    assert form["odds"].headline == f"{alone} to capture it"
    assert form["hero"].answers[1].note == f"+1; {with_hero} to capture"
    assert step["facts"].endswith(f"your chance of capturing it is {alone}.")
    assert window.headline == f"{alone} to lose it if they keep attacking"
    assert window.lines == (f"{fortified} to lose it with your Fortification.",)


@pytest.mark.parametrize("how", ["how=press&press=1", "how=press&press=4", "how=once&dice=2"])
def test_the_note_on_a_hero_has_the_chance_that_the_headline_will_have(state, how):
    query = f"source=onnwal&target=irongate&{how}"
    note = shown(state, query).body["hero"].answers[1].note
    headline = shown(state, f"{query}&hero=yes").body["odds"].headline
    assert note.split("; ")[1].split("%")[0] == headline.split("%")[0]


def test_the_main_button_says_what_it_does(state):
    query = "source=onnwal&target=irongate"
    state.players[ME].stronghold = "ratik"
    buttons = {
        "": "Attack Irongate until it falls",
        "&how=press&press=3": "Attack Irongate until it falls or you’re down to 3",
        "&how=once": "Attack Irongate once with 3 dice",
        "&how=once&dice=1": "Attack Irongate once with 1 die",
    }
    found = {more: shown(state, query + more).body["button"] for more in buttons}
    assert found == buttons


@pytest.mark.parametrize("way", ["", "&way=fleet"])
def test_the_form_says_why_a_stronghold_allows_only_two_dice(state, way):
    query = f"source=onnwal&target=irongate{way}"
    assert "At most" not in panel_html(scene_of(state, ME), f"?{query}")
    state.players[OTHER].stronghold = "irongate"
    page = one_line(panel_html(scene_of(state, ME), f"?{query}"))
    assert "At most 2 dice against a stronghold." in page and "#ATT-3" in page


def test_the_losses_of_each_number_of_dice_count_the_hero(state):
    query = "source=onnwal&target=irongate&how=once&dice=3"
    alone, with_hero = (shown(state, query + more).body for more in ("", "&hero=yes"))
    assert alone["dice"][0].note != with_hero["dice"][0].note
    own = with_hero["dice"][0].note.split("−")[1].split(",")[0]
    assert f"you lose {own}," in with_hero["odds"].lines[0]
    # The page replaces them with the odds when the choice changes.
    page = panel_html(scene_of(state, ME), f"?{query}")
    assert "#losses-3, #losses-2, #losses-1" in page
    assert all(f'id="losses-{dice}"' in page for dice in (1, 2, 3))


@pytest.mark.parametrize(
    ("strongest", "is_enough", "said"),
    [
        (None, True, "No other enemy is strong enough to reach your stronghold in Irongate"),
        (3, True, "Ahlissa threatens your stronghold in Irongate with 3 armies."),
        (9, False, "Ahlissa threatens it with 9 armies."),
    ],
)
def test_an_attack_from_the_stronghold_keeps_what_it_needs(state, strongest, is_enough, said):
    beside = state.board.territories["irongate"].neighbours
    for near in beside:
        state.holdings[near].owner = ME
    state.holdings["irongate"] = Holding(ME, 6)
    state.holdings["onnwal"] = Holding(OTHER, 8)
    state.players[ME].stronghold = "irongate"
    if strongest:
        state.holdings["ahlissa"] = Holding(THIRD, strongest)
    else:
        # A new hand may well contain Mercenaries.
        state.round, state.track = 1, 4
    body = shown(state, "source=irongate&target=onnwal").body
    # Onnwal has 8 armies: fewer are needed once it has fallen.
    needed, enough = (garrison_needed(view(state, ME), taken) for taken in ("", "onnwal"))
    assert enough < needed
    keep = f" We suggest keeping {needed} armies there."
    lack = "At most 5 armies can stay in your stronghold in Irongate. "
    spoils = sum(number for _, number in view(state, ME).spoils(ME))
    makes_up = not is_enough and spoils >= enough - 5
    assert body["warning"].endswith("Your spoils can make up for it.") == makes_up
    assert (keep if is_enough else lack) in body["warning"]
    # The danger comes first.
    assert said in body["warning"] and body["warning"].startswith(said if is_enough else lack)
    assert not body["is_departure"]
    assert (f"If Onnwal falls, {enough} will do." in body["warning"]) == is_enough
    kept = enough if is_enough else 5
    assert body["button"].endswith(f"or you’re down to {kept}")
    assert (("enough if it falls", enough) in body["stop"].quick) == is_enough
    # A single army cannot attack, so it makes no difference whether it falls.
    state.holdings["onnwal"].armies = 1
    body = shown(state, "source=irongate&target=onnwal").body
    assert "If Onnwal falls" not in body["warning"]
    assert (("enough", enough) in body["stop"].quick) == is_enough
    state.players[ME].stronghold = "sunndi"
    body = shown(state, "source=irongate&target=onnwal").body
    assert not body["warning"] and body["button"].endswith("until it falls")


def test_cards_for_the_time_before_the_first_attack_are_told_of_before_and_after(state):
    query, mercenaries = "source=onnwal&target=irongate", [BattleCard.MERCENARIES]
    state.players[ME].hand = [*mercenaries, BattleCard.AMBASSADOR]
    before = "After attacking, you can’t play Mercenaries or Ambassadors this turn."
    assert before in shown(state, query).lead
    state.players[ME].hand = mercenaries
    assert "After attacking, you can’t play Mercenaries this turn." in shown(state, query).lead
    assert "only before your first attack" in shown(state).body.cards[0].note
    state.this_turn.attacked = True
    after = "You’ve attacked, so you can’t play Mercenaries until your next turn."
    assert after in shown(state).lead
    assert not any("Mercenaries" in sentence for sentence in shown(state, query).lead)
    state.players[ME].hand = [BattleCard.HERO]
    assert len(shown(state).lead) == 1


def test_a_fleet_is_sent_in_one_step_and_to_the_end(state):
    state.holdings["irongate"] = Holding(ME, 8)
    state.holdings["onnwal"] = Holding(OTHER, 4)
    state.players[ME].stronghold = "irongate"
    query = "source=irongate&target=onnwal&way=fleet"
    panel = shown(state, query)
    # Of 8 armies, those stay in the stronghold that it needs if Onnwal falls.
    enough = garrison_needed(view(state, ME), "onnwal")
    assert 1 < enough < 8
    assert panel.body["button"] == f"Set sail with {8 - enough} armies"
    assert "can’t stop it" in panel.lead[0]
    alone, all_aboard = (shown(state, f"{query}&armies={number}").body for number in (1, 7))
    assert alone["button"] == "Set sail with 1 army"
    assert alone["aboard"].help.startswith("7 armies stay in Irongate.")
    assert all_aboard["aboard"].help.startswith("1 army stays in Irongate.")
    assert "This leaves at least 7 armies " in alone["warning"] and not alone["is_departure"]
    lack = "Only 1 army could be left in your stronghold in Irongate. "
    assert all_aboard["warning"].startswith(lack) and all_aboard["is_departure"]
    html = panel_html(scene_of(state, ME), query)
    assert "Roll once" not in html and 'name="press" value="0"' in html


def test_every_step_of_the_attacks_leads_out_of_them(state):
    for query in ("", "source=onnwal", "source=onnwal&target=irongate"):
        assert "end=yes" in panel_html(scene_of(state, ME), f"?{query}")


def test_events_in_force_count_in_the_odds(state):
    plain = shown(state, "source=onnwal&target=irongate&how=press").body["odds"].win
    state.in_force.append(InForce(EventCard.FAVOUR_OF_THE_GODS, ME, 2))
    favoured = shown(state, "source=onnwal&target=irongate&how=press").body["odds"]
    assert favoured.win > plain
    assert favoured.bonuses[0].value == "+1"


def test_against_a_stronghold_two_dice_are_the_most(state):
    state.players[OTHER].stronghold = "irongate"
    body = shown(state, "source=onnwal&target=irongate").body
    assert [answer.value for answer in body["dice"]] == [2, 1]


def test_the_defenders_options_use_public_facts(state):
    state.players[OTHER].hand = [BattleCard.FORTIFICATION]
    one = shown(state, "source=onnwal&target=irongate").body["notes"]
    state.players[OTHER].hand = [BattleCard.HERO]
    assert shown(state, "source=onnwal&target=irongate").body["notes"] == one
    state.players[OTHER].hand = []
    assert "Fortification" not in shown(state, "source=onnwal&target=irongate").body["notes"][0]


def test_a_hero_may_be_blocked_in_the_first_battle_it_fights_in_an_attack_only(state):
    state.players[OTHER].hand = [BattleCard.FORTIFICATION]
    state.players[ME].hand = [BattleCard.HERO]
    state.holdings["irongate"].armies = 9
    query = "source=onnwal&target=irongate&hero="
    said = "send an Assassin against your Hero"
    assert said in shown(state, query + "yes").body["notes"][0]
    assert said not in shown(state, query).body["notes"][0]
    play(state, ME, DeclareAttack("onnwal", "irongate", dice=3, hero=True), FastChance(1))
    answer = Defend(2, scope=Scope.ATTACK)
    play(state, OTHER, answer, ScriptedChance([6, 1, 1, 1, 1]))
    assert state.this_turn.hero and state.attack is not None
    assert said not in shown(state).body["notes"][0]
    # A Hero still in play carries over to the next attack.
    assert said in shown(state, f"elsewhere=yes&{query}").body["notes"][0]


def test_another_players_hero_does_not_change_the_odds(state):
    alone = clash_of(view(state, OTHER), "irongate", "onnwal")
    state.this_turn.hero = True
    assert clash_of(view(state, OTHER), "irongate", "onnwal") == alone
    assert clash_of(view(state, ME), "onnwal", "irongate").hero


def test_ending_attacks_asks_for_confirmation(state):
    panel = shown(state, "end=yes")
    assert "event card" in panel.lead[0]
    assert [form.move for form in panel.body.forms] == ["end_attacks"]


def test_the_spoils_of_this_turn_are_halved_by_a_revolt(state):
    usual = spoils_this_turn(view(state, ME))
    state.this_turn.halved = True
    halved = usual - usual // 2
    assert 0 < halved == spoils_this_turn(view(state, ME)) < usual
    assert f"your spoils ({halved} armies)" in shown(state, "end=yes").lead[0]


@pytest.mark.parametrize("held", [2, 90])
def test_ending_attacks_warns_of_a_weak_stronghold(state, held):
    state.players[ME].stronghold = "onnwal"
    state.holdings["onnwal"] = Holding(ME, held)
    state.holdings["irongate"] = Holding(OTHER, 30)
    needed = garrison_needed(view(state, ME))
    warning = f"Only 2 armies defend your stronghold in Onnwal. We suggest {needed} armies there."
    assert shown(state, "end=yes").body.warning == (warning if held < needed else "")


def test_the_panel_names_the_players_in_a_truce(state):
    assert "truce" not in shown(state).lead[0]
    state.truces = [Truce(THIRD, ME)]
    name = scene_of(state, ME).seating.names[THIRD]
    assert f"You can’t attack {name} this turn: a truce is in force." in shown(state).lead[0]


NONSENSE = (
    "source=nowhere",
    "source=onnwal&target=<b>",
    "use=x&press=9e9",
    "source=onnwal&target=irongate&dice=99999999999&press=-1",
)


@pytest.mark.parametrize("query", NONSENSE)
def test_invalid_choices_are_ignored(state, query):
    assert "panel-heading" in panel_html(scene_of(state, ME), query)


# Cards


def test_playable_cards_are_listed_and_each_has_a_step(state):
    row = [pick.label for pick in shown(state).body.cards]
    assert row == [
        "Mercenaries",
        "Ambassador",
        "Assassin: spy",
        "Assassin: against a hand",
    ]
    mercenaries = shown(state, "use=mercenaries")
    assert mercenaries.body.facts == ("The card brings 3 armies to place.",)
    assert mercenaries.back == "?"


def test_the_panel_of_a_spying_assassin_names_its_other_uses(state):
    html = one_line(panel_html(scene_of(state, ME), "?use=spy"))
    later = (
        "Later, it can also strike an opponent’s Ambassador or Fortification in play, and a Hero "
        "or an Assassin sent against you."
    )
    assert later in html and "#ASN-2" in html
    (others,) = shown(state, "use=spy").body.others
    assert [pick.label for pick in others.picks] == ["Assassin: against a hand"]
    # What is possible now is listed instead.
    state.truces.append(Truce(OTHER, THIRD))
    step = shown(state, "use=spy").body
    (others,) = step.others
    assert [pick.label for pick in others.picks][1:] == ["Assassin: against an Ambassador"]
    assert "Ambassador" not in step.later.sentence
    assert "opponent’s Fortification in play" in step.later.sentence


def test_two_players_read_nothing_of_ambassadors_beside_an_assassin(state):
    state.players[THIRD].eliminated = True
    assert "Ambassador" not in shown(state, "use=spy").body.later.sentence


def test_a_card_that_is_gone_has_no_step(state):
    state.players[ME].hand = []
    assert shown(state, "use=mercenaries").heading == "Your attacks"


def test_the_number_of_mercenaries_is_asked_only_if_there_are_several(state):
    state.players[ME].hand = [BattleCard.MERCENARIES] * 2
    (form,) = shown(state, "use=mercenaries").body.forms
    (field,) = form.fields
    assert field.answers[0].note == "3 armies to place" and not form.settled
    state.players[ME].hand.pop()
    (form,) = shown(state, "use=mercenaries").body.forms
    assert not form.fields and form.settled == (("count", 1),)
