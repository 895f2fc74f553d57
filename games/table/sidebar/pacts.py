"""The ledger of pacts (DIP-1) for a viewer, and warnings that an attack would break a pact."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from games.drawing.display.parts import Scene
from games.drawing.display.words import is_paused, livery, words_of
from games.playing.consequences.pacts import BROKEN, has_begun
from games.playing.forms import EPOCH
from games.storage.store.diplomacy import pact_key
from rules import Move, move_to_json
from rules.bots.reasons import describe_reason
from rules.chapters.diplomacy.pacts import parties
from rules.moves import AnswerPact, Control, EndPact
from rules.sentences.agreements import pact_length, pact_term
from rules.sentences.words import listed
from rules.state.treaties import Pact

OPEN = ("offered", "in_force")
"""The statuses of pacts that are not over."""

MOST_PAST = 40
MOST_REFUSED = 5
"""Maximum numbers of finished pacts and of rejected offers in the ledger."""


def may_offer(scene: Scene) -> bool:
    """Return whether the viewer plays their seat and may make offers now."""
    view = scene.view
    if view.seat is None or view.outcome is not None or is_paused(scene):
        return False
    mine = view.player(view.seat)
    is_there = mine.control is Control.PLAYER or (mine.control is Control.STEWARD and mine.own)
    return is_there and not mine.eliminated


def button_value(scene: Scene, move: Move) -> str:
    """Return a move encoded as a button's single value, including the scene's epoch."""
    values = {
        name: ("no", "yes")[value] if isinstance(value, bool) else value
        for name, value in move_to_json(move).items()
    }
    if scene.epoch:
        values[EPOCH] = scene.epoch
    return urlencode(values, doseq=True)


def pacts_in(scene: Scene, status: str) -> list[dict[str, Any]]:
    """Return the pacts with a status, oldest first."""
    return [pact_shown(scene, pact) for pact in scene.view.pacts if pact.status == status]


def past_pacts(scene: Scene) -> Iterator[dict[str, Any]]:
    """Yield the finished pacts, newest first, but only a few that never came into force."""
    over = [pact for pact in scene.view.pacts if pact.status not in OPEN]
    begun = [pact for pact in over if has_begun(pact)][-MOST_PAST:]
    refused = [pact for pact in over if not has_begun(pact)][-MOST_REFUSED:]
    for pact in sorted([*begun, *refused], key=lambda pact: -pact.number):
        yield pact_shown(scene, pact)


def person(scene: Scene, seat: int) -> dict[str, str]:
    """Return a player's name and livery; the viewer's name is “You”."""
    name = "You" if seat == scene.seat else scene.seating.names[seat]
    return {"name": name, "livery": livery(scene.view, seat).removeprefix("livery-")}


def pact_shown(scene: Scene, pact: Pact) -> dict[str, Any]:
    """Return a pact for the ledger, with the answers the viewer may give."""
    words, mine = words_of(scene), may_offer(scene)
    is_waiting = mine and pact in scene.view.offered_pacts
    is_open = pact.status in OPEN
    shown = {
        "number": pact.number,
        "parties": [person(scene, seat) for seat in parties(pact)],
        "terms": [pact_term(term, words) for term in pact.terms],
        "length": pact_length(pact.rounds, pact.until) if pact.status == "offered" else "",
        "words": pact.words,
        "seat": pact.seat,
        "remarks": remarks_shown(scene, pact_key(pact.number)),
        "accept": button_value(scene, AnswerPact(pact.number, True)) if is_waiting else "",
        "decline": button_value(scene, AnswerPact(pact.number, False)) if is_waiting else "",
        "end": "",
        "end_label": "Withdraw" if pact.status == "offered" else "End pact",
        **_status(scene, pact),
    }
    if mine and is_open and not is_waiting and scene.seat in parties(pact):
        shown["end"] = button_value(scene, EndPact(pact.number))
    return shown


def remarks_shown(scene: Scene, key: str) -> list[dict[str, str]]:
    """Return what bots say about an offer, in the order in which they said it."""
    words = words_of(scene)
    return [
        {**person(scene, remark.seat), "text": describe_reason(remark.reason, words)}
        for remark in scene.remarks.get(key, ())
    ]


_OFFERED = "Offered by {player}. Waiting for {partners}."
_LAPSED = "Not accepted before the game ended."
_IN_FORCE = "Kept so far. Lasts until someone ends it."
_IN_FORCE_UNTIL = "Kept so far. Lasts until the end of round {round}."
_KEPT = "Kept to the end of the game."
_OVER = "over", "It is over."
_OVER_BROKEN = "broken", "It is broken."
"""Sentences on the status of pacts; pacts that are over also have a one-word mark."""


def _status(scene: Scene, pact: Pact) -> dict[str, Any]:
    """Return the status of a pact in words, and the log anchor at which it ended."""
    words, is_over = words_of(scene), scene.view.outcome is not None
    if pact.status == "offered":
        if is_over:
            return {"status": _LAPSED, "mark": "lapsed"}
        waited = [seat for seat in pact.partners if seat not in pact.accepted]
        text = _OFFERED.format(player=words.player(pact.seat), partners=words.players(waited))
        return {"status": text, "mark": "offered"}
    if pact.status == "in_force":
        if is_over:
            return {"status": _KEPT, "mark": "kept"}
        text = (_IN_FORCE_UNTIL if pact.until else _IN_FORCE).format(round=pact.until)
        return {"status": text, "mark": "kept so far"}
    return _end(scene, pact)


def _end(scene: Scene, pact: Pact) -> dict[str, Any]:
    words, ending = words_of(scene), scene.pact_endings.get(pact.number)
    if ending is None:
        mark, sentence = _OVER_BROKEN if pact.status == BROKEN else _OVER
        return {"status": sentence, "mark": mark}
    who = "" if ending.seat is None else words.player(ending.seat)
    mark, sentence = _ENDS.get((ending.how, has_begun(pact)), _OVER)
    where = {}
    if ending.how == BROKEN:
        where = {"source": words.territory(ending.source), "target": words.territory(ending.target)}
    return {
        "status": sentence.format(who=who, round=ending.round, **where),
        "mark": mark,
        "round": ending.round,
        "anchor": f"pact-{pact.number}-over",
    }


_ENDS = {
    (BROKEN, True): (
        "broken",
        "Broken by {who} in round {round}, attacking {target} from {source}.",
    ),
    ("ended", True): ("ended", "Ended by {who} in round {round}."),
    ("ended", False): ("withdrawn", "Withdrawn by {who}."),
    ("refused", False): ("declined", "Declined by {who}."),
    ("over", True): ("kept", "Kept until it ended."),
    ("over", False): ("lapsed", "Not accepted in time."),
    ("eliminated", True): ("kept", "Kept until one of its players was eliminated."),
    ("eliminated", False): ("lapsed", "Cancelled because one of its players was eliminated."),
}
"""A one-word mark and a sentence, by (how a pact ended, whether it had begun)."""


def warnings(scene: Scene, target: str) -> tuple[str, ...]:
    """Return a sentence for each pact that the viewer's attack on a territory would break.

    Such an attack is still allowed (DIP-1).
    """
    words = words_of(scene)
    return tuple(
        _BREAKS.format(
            pact=pact.number,
            partners=words.players(seat for seat in parties(pact) if seat != scene.seat),
            terms=listed([pact_term(term, words) for term in pact.terms]),
        )
        for pact in scene.view.pacts_broken_by(target)
    )


_BREAKS = (
    "This attack breaks pact {pact} with {partners}: {terms}. You can still attack, "
    "but everyone will see it."
)
