"""The audit: an intact game passes, and the damage to a damaged one is reported."""

import io

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F

from games.community.fairness.audit import Mismatch, audit
from games.models import Card, Game, HiddenArmies, Move, Player
from games.playing.start import create_game
from games.storage.store.stored_game import load

pytestmark = pytest.mark.django_db


def run(*words):
    """Run the command; return (standard output, errors)."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("audit", *words, stdout=out, stderr=err)
    except CommandError as error:
        err.write(str(error))
    return out.getvalue(), err.getvalue()


def test_a_sound_game_passes(bots_game):
    assert audit(bots_game.code) == load(bots_game.code).number + 1
    printed, complaints = run(bots_game.code)
    assert f"{bots_game.code}: 51 entries match." in printed
    assert complaints == ""


def test_a_table_that_has_not_begun_passes(opened):
    assert audit(opened.code) == 0


def test_all_games_are_audited_and_the_damaged_one_is_named(bots_game):
    other = create_game(["captain"] * 2)
    Card.objects.filter(game=bots_game, zone="hand").update(holder=F("holder") + 1)
    printed, complaints = run()
    assert f"{other.code}: 0 entries match." in printed
    assert f"{bots_game.code}: Card " in complaints
    assert "1 of 2 games" in complaints


def test_an_unknown_game_is_reported():
    assert run("nowhere") == ("", "There is no game nowhere.")


def test_a_card_in_the_wrong_hand_is_named(bots_game):
    card = Card.objects.filter(game=bots_game, zone="hand").first()
    other = 1 - card.holder if card.holder < 2 else 0
    Card.objects.filter(pk=card.pk).update(holder=other)
    with pytest.raises(Mismatch) as found:
        audit(bots_game.code)
    assert str(found.value) == (
        f"Card {card.number} ({card.kind}) is stored with zone “hand”, holder seat {other} and "
        f"place 0; according to the log it has zone “hand”, holder seat {card.holder} and place 0."
    )


def test_a_card_of_another_kind_is_named(bots_game):
    card = Card.objects.filter(game=bots_game, kind="fleet").first()
    Card.objects.filter(pk=card.pk).update(kind="hero")
    with pytest.raises(Mismatch) as found:
        audit(bots_game.code)
    assert str(found.value) == (
        f"Card {card.number} is stored as hero; according to the log it is fleet."
    )


def test_a_missing_card_is_named(bots_game):
    Card.objects.filter(game=bots_game, number=107).delete()
    with pytest.raises(Mismatch, match="Cards in the database: 107; according to the log: 108"):
        audit(bots_game.code)


def test_a_wrong_holding_is_named(bots_game):
    holdings = load(bots_game.code).rows.game["holdings"]
    owner, armies = holdings[3]
    territory = list(load(bots_game.code).state().board.territories.values())[3]
    holdings[3] = [owner, armies + 1]
    Game.objects.filter(pk=bots_game.pk).update(holdings=holdings)
    with pytest.raises(Mismatch) as found:
        audit(bots_game.code)
    assert str(found.value) == (
        f"{territory.name} is stored with owner seat {owner} and army count {armies + 1}; "
        f"according to the log it has owner seat {owner} and army count {armies}."
    )


@pytest.mark.parametrize(
    ("model", "change", "sentence"),
    [
        (
            HiddenArmies,
            {"territory": "atlantis"},
            "“territory” is stored differently from the log.",
        ),
        (Player, {"asked": 999}, "Seat 0: “asked” is stored differently"),
        (Game, {"draws": 999}, "The game: “draws” is stored differently"),
        (Game, {"seed": bytes(32)}, "The seed does not match its seal."),
        (Game, {"number": 999}, "The log ends with entry 50, but the game is at entry 999."),
        (
            Game,
            {"status": "over"},
            "The game is stored as over; according to the log it is running.",
        ),
    ],
)
def test_other_damage_is_named(bots_game, model, change, sentence):
    of_game = {"pk": bots_game.pk} if model is Game else {"game": bots_game}
    model.objects.filter(**of_game).update(**change)
    with pytest.raises(Mismatch, match=sentence):
        audit(bots_game.code)


def test_a_changed_die_is_reported_with_the_seeds_value(bots_game):
    move = next(
        move
        for move in Move.objects.filter(game=bots_game)
        if any(draw["kind"] == "roll" for draw in move.private["draws"])
    )
    draw = next(draw for draw in move.private["draws"] if draw["kind"] == "roll")
    draw["values"][0] = draw["values"][0] % 6 + 1
    move.save()
    with pytest.raises(
        Mismatch, match=rf"Entry {move.number}: .* in the log is .*; from the seed, "
    ):
        audit(bots_game.code)


def test_a_changed_event_is_named(bots_game):
    move = Move.objects.filter(game=bots_game, number__gt=0).exclude(public={"events": []}).last()
    move.public["events"].pop()
    move.save()
    with pytest.raises(Mismatch, match=f"Entry {move.number}: Events in the log"):
        audit(bots_game.code)


def test_a_changed_or_missing_entry_is_named(bots_game):
    Move.objects.filter(game=bots_game, number=30).update(seat=F("seat") + 1)
    with pytest.raises(Mismatch, match="Entry 30: "):
        audit(bots_game.code)
    Move.objects.filter(game=bots_game, number=30).delete()
    with pytest.raises(Mismatch, match="Entry 30 of the log is missing"):
        audit(bots_game.code)
