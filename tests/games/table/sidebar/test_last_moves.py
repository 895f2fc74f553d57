"""The latest battles, event cards and other events, and the size of its pushes."""

import re
from dataclasses import replace

import pytest

from games.drawing.display.drawing import draw
from games.drawing.display.log import LogEntry
from games.drawing.display.log_tail import LogTail
from games.drawing.events.battles import attack_moment
from games.drawing.events.moments import Bonus
from games.models import Move
from games.table.animations.last_moves import (
    MOST_ANIMATIONS,
    MOST_MOMENTS,
    animations_part,
    latest_events_part,
    moments_of,
)
from games.table.page import frames
from games.table.page.viewer import look
from rules import CLASSIC, GREYHAWK, FastChance, play
from rules.cards import EVENT_CARDS, BattleCard, EventCard
from rules.events.agreements import PactBroken
from rules.events.attack import AttackDeclared, Captured
from rules.events.base import Modifier
from rules.events.cards import (
    ArmiesGained,
    ArmiesLost,
    AssassinRolled,
    AssassinUsed,
    CardLost,
    EventDrawn,
    EventIdle,
    HiddenRevealed,
)
from rules.events.json import to_json
from rules.events.setup import HiddenChosen, HiddenKept
from rules.moves import DeclareAttack, Defend
from tests.support.rules.worlds import world
from tests.support.tables.panels import scene_of
from tests.support.tables.positions.attacks import ME, OTHER, attacks_of_the_first_player
from tests.support.tables.scenes import battle, scene_at, seen_by
from tests.support.visitors.markup import one_line


def moments_in(scene, *events):
    return latest_events_part(replace(scene, newest=LogEntry(1, events))).context["moments"]


SHOWN_AT_ONCE = 140
"""The number of characters that can be read while an event card is shown."""


def test_a_battle_shows_the_winner_of_each_pair(on_turn):
    hero = Modifier(1, "hero", "HRO-1")
    fought = battle(attack_modifiers=(hero,), attack_total=7, pairs=("attacker", "attacker"))
    (moment,) = moments_in(scene_at(on_turn.code), fought)
    (shown,) = moment.battles
    assert shown.attack.dice == ((6, False), (4, False), (2, False))
    assert shown.defence.dice == ((6, True), (3, True))
    assert shown.attack.added == (Bonus("+1", "Hero", "HRO-1"),)
    assert shown.totals == (7, 6)
    assert shown.ties == ("", "")


def test_a_pressed_attack_is_one_small_moment(on_turn):
    scene = scene_at(on_turn.code)
    (moment,) = moments_in(scene, *[battle()] * 20)
    assert len(moment.battles) == 20
    assert (moment.attack_losses, moment.defence_losses) == (20, 20)
    part = latest_events_part(replace(scene, newest=LogEntry(1, (battle(),) * 20)))
    assert len(frames.drawn("latest_events", part).encode()) < 20 * 360


@pytest.mark.parametrize(("seat", "own"), [(0, ["−1"]), (1, ["−1"]), (2, [])])
def test_only_own_losses_are_marked_as_such(on_turn, seat, own):
    scene = seen_by(scene_at(on_turn.code), seat)
    part = latest_events_part(replace(scene, newest=LogEntry(1, (battle(),))))
    html = frames.drawn("latest_events", part)
    assert re.findall(r'class="is-own">(.*?)<', html) == own
    assert html.count("data-own") == len(own)


def test_earlier_rolls_of_an_attack_stay_as_a_strip(on_turn):
    scene, others = scene_at(on_turn.code), battle(target="almor", source="torrich")
    moment = attack_moment(scene, [battle()], [battle(), others, battle(), battle()])
    assert len(moment.earlier) == 2 and len(moment.battles) == 1
    page = draw("table/animations/_moments.html", {"moments": [moment]})
    assert page.count('<li class="is-past">') == 2


def test_a_tied_pair_names_its_winner(on_turn):
    scene = scene_at(on_turn.code)
    ((tied, other),) = [each.ties for each in moments_in(scene, battle())[0].battles]
    assert (tied, other) == ("defender", "")
    part = latest_events_part(replace(scene, newest=LogEntry(1, (battle(),))))
    assert frames.drawn("latest_events", part).count("tie, defence wins") == 1


def test_the_totals_of_an_attack_include_the_rolls_of_earlier_entries(on_turn):
    scene = scene_at(on_turn.code)
    number = Move.objects.filter(game=scene.game).latest("number").number
    declared = AttackDeclared(0, 1, "almor", "torrich")
    for events in ((declared, battle()), (battle(), battle(target="bonewood")), (battle(),)):
        number += 1
        public = {"events": [to_json(event) for event in events]}
        Move.objects.create(
            game_id=scene.game, number=number, seat=0, by="bot", public=public, private={}
        )
    log = LogTail(scene.game, number, (), {None})
    newest = replace(scene, newest=LogEntry(number, (battle(),)), log=log)
    (moment,) = moments_of(newest)
    assert len(moment.battles) == 1
    assert (moment.rolls, moment.attack_losses, moment.defence_losses) == (3, 3, 3)
    attacker, defender = (side.name for side in moment.sides)
    text = f"3 rolls in all. {attacker} lost 3. {defender} lost 3."
    assert text in one_line(frames.drawn("latest_events", latest_events_part(newest)))
    (fresh,) = moments_in(scene, declared, battle(), battle())
    assert fresh.rolls == 2


def test_the_totals_of_an_attack_include_the_rolls_before_a_card_was_lost(on_turn):
    fought = battle()
    scene = seen_by(scene_at(on_turn.code), fought.attacker)
    lost = CardLost(fought.defender, "hero", "HRO-3")
    *_, last = moments_in(scene, fought, fought, lost, fought)
    assert (last.rolls, last.attack_losses, last.defence_losses) == (3, 3, 3)
    assert last.result == "Torrich held: you lost 3, they lost 3."


def test_attackers_read_what_their_attack_has_cost(on_turn):
    scene = scene_at(on_turn.code)
    fought, last = battle(), battle(defenders_left=0)
    (held,) = moments_in(seen_by(scene, fought.attacker), fought)
    assert held.result == "Torrich held: you lost 1, they lost 1."
    (captured,) = moments_in(seen_by(scene, fought.attacker), fought, last)
    assert captured.result == "Torrich captured: you lost 2, they lost 2."
    (others,) = moments_in(seen_by(scene, fought.defender), fought)
    assert others.result == ""


def test_an_attack_has_no_final_result_before_its_end():
    state = attacks_of_the_first_player()
    state.players[OTHER].hand = [BattleCard.FORTIFICATION]
    fought = battle(attacker=ME, defender=OTHER, source="onnwal", target="irongate")
    (ended,) = moments_in(scene_of(state, ME), fought)
    assert ended.result == "Irongate held: you lost 1, they lost 1."
    play(state, ME, DeclareAttack("onnwal", "irongate", 3), FastChance(1))
    asking = scene_of(state, ME)
    assert asking.view.decision is None
    (waiting,) = moments_in(asking, fought)
    assert waiting.result == ""
    play(state, OTHER, Defend(2), FastChance(1))
    (between,) = moments_in(scene_of(state, ME), fought)
    assert between.result == "Irongate: you lost 1, they lost 1 so far."
    (captured,) = moments_in(asking, replace(fought, defenders_left=0))
    assert captured.result == "Irongate captured: you lost 1, they lost 1."


def test_two_attacks_in_an_entry_are_two_moments(on_turn):
    moments = moments_in(scene_at(on_turn.code), battle(), battle(), battle(target="bonewood"))
    assert [len(moment.battles) for moment in moments] == [2, 1]


def test_an_event_card_is_shown_as_a_card(on_turn):
    (moment,) = moments_in(scene_at(on_turn.code), EventDrawn(0, "dragon_unleashed", "EVT-24"))
    assert moment.kind == "event"
    assert moment.rule == "EVT-24"


def test_an_event_card_stays_for_those_it_concerns(on_turn):
    scene = scene_at(on_turn.code)
    drawn = EventDrawn(0, "plague_from_the_gnatmarsh", "EVT-2")
    harm = ArmiesLost(1, "oldred", 3, "EVT-2")
    stay = [moments_in(seen_by(scene, seat), drawn, harm)[0].stays for seat in (0, 1, 2, None)]
    assert stay == [True, True, False, False]


def test_the_armies_that_a_dragon_kills_have_a_scene_of_their_own(on_turn):
    scene, killed = seen_by(scene_at(on_turn.code), 1), ArmiesLost(1, "oldred", 3, "EVT-24")
    (moment,) = moments_in(scene, killed)
    told = "Dragon Unleashed: You lost 3 armies in Oldred."
    assert (moment.kind, moment.says, moment.yours) == ("big", told, told)
    assert (moment.at, moment.of) == ("oldred", 1)
    # A page that skips the animations still tells the loser.
    others = [LogEntry(9, (Captured(0, "idee", 1),))] * MOST_ANIMATIONS
    html = frames.drawn("animations", animations_part(scene, [LogEntry(1, (killed,)), *others]))
    assert f'data-yours="{told}"' in html
    # The card that has just been drawn says so itself.
    drawn = EventDrawn(0, "plague_from_the_gnatmarsh", "EVT-2")
    assert moments_in(scene, drawn, ArmiesLost(1, "oldred", 3, "EVT-2"))[1].kind == "small"


@pytest.mark.parametrize("card", EventCard)
def test_an_event_card_states_its_effect_and_target(on_turn, card):
    scene = scene_at(on_turn.code)
    drawer, names = scene.view.turn, scene.seating.names
    (moment,) = moments_in(scene, EventDrawn(drawer, card.value, EVENT_CARDS[card].rule))
    without_names = moment.text.replace(names[drawer], "")
    assert len(without_names) <= SHOWN_AT_ONCE
    assert "drawer" not in moment.text and "{" not in moment.text
    until = f"until the end of {names[drawer]}’s next turn"
    assert (until in moment.text) == (EVENT_CARDS[card].turn_ends == 2)


def test_an_event_card_without_effect_says_so(on_turn):
    scene = scene_at(on_turn.code)
    drawn, idle = EventDrawn(0, "mad_overking", "EVT-13"), EventIdle(0, "mad_overking")
    (moment,) = moments_in(scene, drawn, idle)
    assert moment.text == "No effect: the Great Kingdom is not in play."
    (told,) = moments_in(scene, idle)
    assert told.says == "“The Mad Overking!” had no effect: the Great Kingdom is not in play."


def test_an_event_card_names_the_player_of_the_empire_it_is_about(on_turn):
    scene = scene_at(on_turn.code)
    seat = scene.view.order[-1]

    def rule(state):
        for player in state.players:
            player.empire = "great_kingdom" if player.seat == seat else "iron_league"

    def fall(state):
        rule(state)
        state.players[seat].eliminated = 1

    drawn = EventDrawn(scene.view.turn, "demons_unleashed", "EVT-21")
    (moment,) = moments_in(seen_by(scene, None, rule), drawn)
    assert moment.text.startswith("The Great Kingdom (")
    (moment,) = moments_in(seen_by(scene, None, fall), drawn)
    assert moment.text.startswith("The Great Kingdom gets +1")


def test_modifiers_of_events_in_force_are_named(on_turn):
    curse = Modifier(-1, "ancient_curse", "EVT-25")
    (moment,) = moments_in(
        scene_at(on_turn.code), battle(defence_modifiers=(curse,), defence_total=5)
    )
    assert moment.battles[0].defence.added[0].value == "−1"
    assert "Curse" in moment.battles[0].defence.added[0].cause


def test_seals_and_salts_appear_only_in_the_log(on_turn):
    seal = "ab" * 32
    revealed = HiddenRevealed(0, "almor", 5, 0, seal, seal)
    chosen, kept = HiddenChosen(0, seal), HiddenKept(0, "almor", seal)
    newest = replace(scene_at(on_turn.code), newest=LogEntry(1, (revealed,)))
    assert seal not in latest_events_part(newest).shown
    assert moments_in(scene_at(on_turn.code), chosen, kept) == []


def test_a_broken_pact_is_shown_with_its_attack(on_turn):
    events = (AttackDeclared(0, 1, "almor", "torrich"), PactBroken(1, 0, "almor", "torrich"))
    said = [(moment.kind, moment.says) for moment in moments_in(scene_at(on_turn.code), *events)]
    assert said[1][0] == "big" and "broke pact 1 by attacking Torrich" in said[1][1]


def test_the_latest_events_are_limited(on_turn):
    moved = ArmiesLost(0, "almor", 1, "EVT-2")
    assert len(moments_in(scene_at(on_turn.code), *[moved] * 60)) == MOST_MOMENTS


def test_every_public_event_of_whole_rounds_can_be_shown(bots_game):
    seen = look(bots_game.code, None)
    for entry in seen.log.after(-1, None):
        part = latest_events_part(replace(seen.scene, newest=entry))
        assert 'id="latest_events"' in frames.drawn("latest_events", part)


def test_earlier_entries_have_scenes_in_order_unless_there_are_too_many(on_turn):
    scene = scene_at(on_turn.code)
    moved, drawn = ArmiesGained(0, "almor", 1, "EVT-12"), EventDrawn(0, "mad_overking", "EVT-13")
    entries = [LogEntry(1, (battle(),)), LogEntry(2, (moved,)), LogEntry(3, (drawn,))]
    told = animations_part(scene, entries).context
    assert [moment.kind for moment in told["moments"]] == ["attack", "event"]
    assert not told["is_behind"]
    many = [LogEntry(number, (battle(),)) for number in range(MOST_ANIMATIONS + 1)]
    assert animations_part(scene, many).context == {"is_behind": True, "moments": [], "result": ""}


def test_a_page_that_skips_the_scenes_still_tells_of_every_lost_territory(on_turn):
    scene, places = seen_by(scene_at(on_turn.code), 0), ("rauxes", "almor", "ratik")
    mine = [Captured(1, name, 0) for name in places]
    others = [Captured(0, "idee", 1)] * MOST_ANIMATIONS
    entries = [LogEntry(number, (each,)) for number, each in enumerate([*mine, *others])]
    told = animations_part(scene, entries).context
    names = [scene.view.board.territories[name].name for name in places]
    assert told["is_behind"] and [moment.lost for moment in told["moments"]] == names
    html = frames.drawn("animations", animations_part(scene, entries))
    assert all(f'data-lost="{name}"' in html for name in names)


def test_a_card_lost_to_an_assassin_is_shown_to_its_owner_until_they_have_read_it(on_turn):
    scene = scene_at(on_turn.code)
    killed = (
        AssassinUsed(1, 0, "hand", None),
        AssassinRolled(1, 0, 5, 2, 3, True),
        CardLost(0, "hero", "ASN-2"),
        CardLost(1, "assassin", "ASN-2"),
    )
    told = f"{scene.seating.names[1].capitalize()}’s Assassin destroyed your Hero."
    seats = (0, 1, 2, None)
    shown = {seat: moments_in(seen_by(scene, seat), *killed)[2] for seat in seats}
    assert [shown[seat].kind for seat in seats] == ["loss", "small", "small", "small"]
    own = shown[0]
    assert (own.title, own.text, own.motif, own.stays) == ("Hero", told, "hero", True)
    # A page that skips the animations still shows it.
    others = [LogEntry(9, (Captured(0, "idee", 1),))] * MOST_ANIMATIONS
    html = frames.drawn(
        "animations", animations_part(seen_by(scene, 0), [LogEntry(1, killed), *others])
    )
    assert f'data-yours="{told}"' in html
    # A player’s own spent Assassin, or a Hero lost in battle, is not an opponent’s doing.
    for lost in (CardLost(1, "assassin", "ASN-2"), CardLost(1, "hero", "HRO-3")):
        assert moments_in(seen_by(scene, 1), *killed[:2], lost)[2].kind == "small"


def test_the_player_who_loses_a_territory_or_a_fleet_is_told_so_in_a_scene(on_turn):
    scene = scene_at(on_turn.code)
    loser = scene.view.order[-1]
    lost = Captured(scene.view.turn, "almor", loser), CardLost(loser, "fleet", "FLT-4")
    captured, sunk = moments_in(scene, *lost)
    captor = scene.seating.names[scene.view.turn]
    assert (captured.of, captured.yours) == (loser, f"You lost Almor to {captor}.")
    assert (sunk.kind, sunk.of, sunk.yours) == (
        "big",
        loser,
        "You lost your Admiral’s Fleet.",
    )


@pytest.mark.parametrize(
    ("ruleset", "region", "worth"),
    [
        (GREYHAWK, "iron_league", "all of the Iron League: 4 armies each turn."),
        (GREYHAWK, "", "all of the independent territories: 6 armies each turn."),
        (CLASSIC, "australia", "all of Australia: 2 armies each turn."),
    ],
)
def test_a_capture_that_completes_a_region_says_what_it_is_worth(ruleset, region, worth):
    board = ruleset.board
    territories = board.groups[region].territories if region else board.independents
    state = world(ruleset, ("general",) * 3, dict.fromkeys(territories, (0, 5)), (2, 2)).state
    captured = Captured(0, territories[0], 1)

    def says(seat):
        return [moment.says for moment in moments_in(scene_of(state, seat), captured)][1:]

    assert says(0) == [f"You now hold {worth}"]
    name = scene_of(state, 1).seating.names[0]
    assert says(1) == [f"{name} now holds {worth}"]
    state.holdings[territories[-1]].owner = 1
    assert says(0) == says(1) == []
