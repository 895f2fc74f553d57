"""The hints of the first turns: which one is shown, and that a dismissed one stays away."""

from games.community.people.preferences import save_preferences
from games.drawing.display.options import PLAYABLE
from games.storage.store.stored_game import load
from games.table.sidebar import hints
from rules import view
from rules.cards import BattleCard
from rules.moves.orders_and_wishes import Orders
from rules.questions import DecisionKind
from tests.support.tables.scenes import scene_at, seen_by


def shown_hint(code, user):
    found = hints.hints_context(scene_at(code, user), user)["hints"]
    return next((hint["name"] for hint in found if hint["is_now"]), None)


def fresh(user):
    return type(user).objects.get(pk=user.pk)


def test_there_are_at_most_nine_hints_and_the_first_turn_begins_with_where_to_click(on_turn):
    assert all(1 < len(hints.hints_of(game)) <= 9 for game in PLAYABLE)
    assert shown_hint(on_turn.code, on_turn.mover) == "choose"


def test_a_dismissed_hint_does_not_return(client, on_turn):
    table = on_turn
    client.force_login(table.mover)
    address = f"/games/{table.code}/hints/"
    assert client.post(address, {"hint": "choose"}).status_code == 302
    table.mover.refresh_from_db()
    assert shown_hint(table.code, fresh(table.mover)) == "cards"
    assert client.post(address, {"hint": "<script>"}).status_code == 302
    assert client.get(address).status_code == 405


def test_hints_can_be_switched_off_altogether(client, on_turn):
    table = on_turn
    client.force_login(table.mover)
    client.post(f"/games/{table.code}/hints/", {"off": "yes"})
    assert hints.hints_context(scene_at(table.code, table.mover), fresh(table.mover))["hints"] == []
    save_preferences(fresh(table.mover), {"hints": "on"})
    assert shown_hint(table.code, fresh(table.mover)) == "choose"


def test_a_partial_response_includes_the_remaining_hints(client, table):
    client.force_login(table.mover)
    answer = client.post(
        f"/games/{table.code}/hints/", {"hint": "choose"}, headers={"HX-Request": "true"}
    )
    assert answer.status_code == 200
    html = answer.content.decode()
    assert 'data-hint="choose"' not in html and 'data-hint="cards"' in html


def test_spectators_get_no_hints_and_set_up_explains_winning(client, table, charlie, claiming):
    assert hints.hints_context(scene_at(table.code, charlie), charlie)["hints"] == []
    state = load(claiming).state()
    assert [hints.moments(view(state, seat)) for seat in (state.turn, None)] == [("goal",), ()]
    assert client.post(f"/games/{table.code}/hints/", {"hint": "choose"}).status_code == 302


def test_the_first_defence_is_explained_in_any_round(on_turn):
    def asked():
        return on_turn.state().decisions[0]

    while asked().kind is not DecisionKind.DEFEND or asked().seat not in on_turn.persons:
        on_turn.answer()
    seat, defender = asked().seat, on_turn.persons[asked().seat]
    assert shown_hint(on_turn.code, defender) == "defend"
    scene = scene_at(on_turn.code, defender)
    late = seen_by(scene, seat, lambda state: setattr(state, "round", 8))
    names = [hint["name"] for hint in hints.hints_context(late, defender)["hints"]]
    assert names == ["defend", "dice"] and hints.moments(late.view) == ("defend",)


def test_a_defender_is_advised_on_dice_only_where_the_number_can_be_chosen(on_turn):
    def asked():
        return on_turn.state().decisions[0]

    while asked().kind is not DecisionKind.DEFEND or asked().seat not in on_turn.persons:
        on_turn.answer()
    seat = asked().seat
    scene = scene_at(on_turn.code, on_turn.persons[seat])
    target = on_turn.state().attack.target
    assert "dice" not in hints.HINTS["defend"].text
    for policy, armies, names in (
        ("most", 3, ("defend",)),
        ("ask", 1, ("defend",)),
        ("ask", 3, ("defend", "dice")),
    ):

        def change(state, policy=policy, armies=armies):
            state.players[seat].orders = Orders(dice=policy)
            state.holdings[target].armies = armies

        assert hints.moments(seen_by(scene, seat, change).view) == names


def test_cards_to_play_before_attacking_are_explained_first(on_turn):
    seat = on_turn.state().turn
    scene = scene_at(on_turn.code, on_turn.mover)
    held = seen_by(
        scene, seat, lambda state: setattr(state.players[seat], "hand", [BattleCard.MERCENARIES])
    )
    assert hints.moments(held.view) == ("cards", "choose")
    other = seen_by(
        scene, seat, lambda state: setattr(state.players[seat], "hand", [BattleCard.HERO])
    )
    assert hints.moments(other.view) == ("choose", "cards")
    late = seen_by(scene, seat, lambda state: setattr(state.this_turn, "attacked", True))
    assert "cards" not in hints.moments(late.view)
