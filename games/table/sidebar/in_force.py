"""The Mercenaries' track, and what is in force: event cards, truces and standing defences."""

from typing import Any

from games.drawing.display.parts import Part, Parts, Scene, Section, only
from games.drawing.display.words import capitalised, words_of
from games.drawing.events.event_cards import effect_in_force
from rules import View
from rules.cards import EVENT_CARDS, BattleCard
from rules.sentences.event_effects import UNTIL
from rules.state.under_way import InForce


def track_context(view: View) -> dict[str, Any]:
    """Return the Mercenaries' track: its numbers and how many are covered (MRC-1)."""
    track = view.ruleset.track
    return {
        "title": view.ruleset.card_texts[BattleCard.MERCENARIES].title,
        "numbers": track,
        "covered": view.track,
        "next": track[view.track] if view.track < len(track) else None,
        "hidden_size": view.hidden_size,
    }


def forces_context(scene: Scene) -> dict[str, Any]:
    """Return event cards in force and when they end, truces, and standing defences (CAS-5)."""
    view = scene.view
    return {
        "cards": [_in_force(scene, item) for item in view.in_force],
        "truces": truces_of(scene),
        "standing": [_standing(scene, seat) for seat in view.fortified],
        "nothing": "No events or truces." if view.ruleset.event_cards else "No truces.",
    }


def _standing(scene: Scene, seat: int) -> dict[str, str]:
    """Return a card that counts in all of a player's defences until the turn ends."""
    words = words_of(scene)
    whose = words.people(player=seat)
    return {
        "title": capitalised(words.say(_STANDING["title"], **whose)),
        "text": words.say(_STANDING["text"], **whose),
        "until": _STANDING["until"],
    }


_STANDING = {
    "title": "{player’s} {Fortification}",
    "text": "+1 to the highest die in {player’s} defences this turn, until an attacker’s highest "
    "die wins.",
    "until": "until the end of this turn",
}


def _in_force(scene: Scene, item: InForce) -> dict[str, Any]:
    row = EVENT_CARDS[item.card]
    # During the drawer's own turn, `turn_ends` includes the end of that turn.
    later = item.turn_ends - (item.drawer == scene.view.turn)
    return {
        # Two cards of a kind may be in force at once, even from the same drawer.
        "id": f"{item.card}-{item.drawer}-{item.turn_ends}",
        "title": row.title,
        "text": effect_in_force(scene.view, words_of(scene), item.card, item.drawer),
        "rule": row.rule,
        "until": _end_of_turn(scene, item.drawer, later),
    }


def truces_of(scene: Scene) -> list[dict[str, str]]:
    """Return the two players of each truce, and when it ends (AMB-2)."""
    view, words = scene.view, words_of(scene)
    return [
        {
            "id": f"{truce.seat}-{truce.other}",
            "one": words.player(truce.seat),
            "other": words.player(truce.other),
            "until": _end_of_turn(scene, truce.other, truce.other != view.turn),
        }
        for truce in view.truces
    ]


def _end_of_turn(scene: Scene, seat: int, later: int) -> str:
    """Return when something ends: in the current turn, or `later` turns of the player after it."""
    return UNTIL[later].format_map(words_of(scene).people(player=seat))


def _track_parts(scene: Scene) -> Parts:
    if scene.view.ruleset.track:
        yield "track", Part("table/sidebar/_track.html", track_context(scene.view))


def _forces_part(scene: Scene) -> Part:
    return Part("table/sidebar/_forces.html", forces_context(scene))


def _forces_inputs(scene: Scene) -> Any:
    view = scene.view
    return view.in_force, view.truces, view.fortified, view.turn, view.in_force and view.living()


OPEN_SECTIONS = (Section(_track_parts, lambda scene: (scene.view.track, scene.view.hidden_size)),)
OWN_SECTIONS = (Section(only("forces", _forces_part), _forces_inputs),)
