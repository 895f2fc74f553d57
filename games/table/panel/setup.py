"""The panels of the set-up (chapter 2), and the muster of the quick set-up."""

from dataclasses import replace

from django.http import QueryDict
from django.utils.translation import ngettext

from games.drawing.display.parts import Scene
from games.drawing.display.words import names_of, words_of
from games.playing.plans.proposals import hidden_in, placed_in, proposal, proposed_territory
from games.table.panel.place_armies import ArmyPlacement
from games.table.panel.stepper import NEXT_TO_YOURS, Stepper, chosen_numbers, stepper_of
from games.table.panel.widgets import (
    Mark,
    Panel,
    PickGroup,
    TerritoryChoice,
    chosen,
    options_of,
    picks_of,
    territory_panel,
    with_chosen,
)
from rules import Move, View
from rules.errors import required
from rules.moves import Claim, Hide, Place, PlaceStronghold
from rules.sentences.words import armies, paragraph
from rules.state.under_way import PlacingPurpose

OWN_WAY, ASK_HIDE = "own", "ask"


def _territories(view: View, move: type[Move]) -> tuple[str, ...]:
    (option,) = options_of(view)[move]
    return tuple(option.values("territory"))


# Choosing strongholds (SET-3, SET-9)

_STRONGHOLD_LEAD = (
    "You play the {empire}. Choose where your {stronghold} goes – lose it and you’re eliminated."
)
_PLACE_STRONGHOLD = "Place the {stronghold} in {territory}"
_YOU_PLAY = "You play the {empire}"
_BEGIN_LEAD = (
    "Defend your {stronghold}, {territory} – lose it and you’re eliminated. We’ll deal the other "
    "territories and place your {armies}."
)


def stronghold_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Ask for the stronghold's territory; in a Play now game, first offer to accept a proposal."""
    view, words = scene.view, words_of(scene)
    empire = words.group(required(view.player(view.own_seat).empire, "empire"))
    territories = _territories(view, PlaceStronghold)
    proposed = proposed_territory(view, scene.seating.code)
    if _is_made_at_once(view) and OWN_WAY not in choice:
        return _begin_panel(scene, empire, proposed)
    territory = chosen(choice, "territory", territories) or proposed
    notes = {place: _border_note(view, place) for place in territories}
    fixed = ((OWN_WAY, "yes"),) if _is_made_at_once(view) else ()
    groups = picks_of(scene, "stronghold", territories, notes, fixed, "territory")
    lead = [words.say(_STRONGHOLD_LEAD, empire=empire)]
    if view.options.quick:
        lead.append("Nobody sees your choice until everyone is done.")
    body = TerritoryChoice(
        PlaceStronghold.name,
        territory,
        proposed,
        words.say(_PLACE_STRONGHOLD, territory=words.territory(territory)),
        tuple(groups),
    )
    return Panel(
        words.say("Place your {stronghold}"),
        body,
        (paragraph(*lead),),
        "SET-9" if view.options.quick else "SET-3",
        (*fixed, ("territory", territory)),
        "?" if fixed else None,
        template="table/panel/choose.html",
    )


def _is_made_at_once(view: View) -> bool:
    return view.options.quick and view.options.only_playable


_YOU_FIRST, _ROLLED = "You go first.", "Then you all roll, and the highest die goes first."


def _begin_panel(scene: Scene, empire: str, proposed: str) -> Panel:
    view = scene.view
    name = names_of(view)[proposed]
    unplaced = armies(view.player(view.own_seat).unplaced)
    lead = words_of(scene).say(_BEGIN_LEAD, territory=name, armies=unplaced)
    order = _YOU_FIRST if view.options.first_seat == view.seat else _ROLLED
    body = TerritoryChoice(PlaceStronghold.name, proposed, proposed, "Start", ())
    return Panel(
        _YOU_PLAY.format(empire=empire),
        body,
        (paragraph(lead, order),),
        "SET-9",
        template="table/panel/begin.html",
        marks=(Mark(proposed, "stronghold"),),
        has_advice=False,
    )


def _border_note(view: View, name: str) -> str:
    """Return how many neighbours belong to other empires, and whether the territory is coastal."""
    territory = view.board.territories[name]
    others = sum(
        view.board.territories[near].empire != territory.empire for near in territory.neighbours
    )
    if not others:
        return _COASTAL_WITHOUT_BORDER if territory.seas else _WITHOUT_BORDER
    note = ngettext("{number} border to defend", "{number} borders to defend", others)
    if territory.seas:
        note = ngettext(
            "{number} border to defend, coastal", "{number} borders to defend, coastal", others
        )
    return note.format(number=others)


_WITHOUT_BORDER = "no border to defend"
_COASTAL_WITHOUT_BORDER = "no border to defend, coastal"


# Claiming territories (SET-4)

_CLAIM = "Claim {territory}"


def claim_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Ask which free territory to claim."""
    view = scene.view
    free = _territories(view, Claim)
    proposed = proposed_territory(view, scene.seating.code)
    territory = chosen(choice, "territory", free) or proposed
    notes = {name: _beside_note(view, name) for name in free}
    groups = [
        replace(group, title=_share(view, group))
        for group in picks_of(scene, "claim", free, notes, name="territory")
    ]
    left = armies(view.player(view.own_seat).unplaced)
    lead = ngettext(
        "{number} territory is free. Claiming it uses 1 army; you have {armies} left.",
        "{number} territories are free. Each claim uses 1 army; you have {armies} left.",
        len(free),
    ).format(number=len(free), armies=left)
    body = TerritoryChoice(
        Claim.name,
        territory,
        proposed,
        _CLAIM.format(territory=names_of(view)[territory]),
        tuple(groups),
        has_wishes=True,
    )
    return territory_panel("Claim a territory", lead, "SET-4", body)


def _beside_note(view: View, name: str) -> str:
    beside = sum(view.owner(near) == view.seat for near in view.board.territories[name].neighbours)
    return NEXT_TO_YOURS.format(number=beside) if beside else "free"


def _share(view: View, group: PickGroup) -> str:
    """Return the title of an empire or continent, with its bonus and the viewer's share of it."""
    territory = view.board.territories[group.picks[0].territory]
    names = view.board.groups[territory.empire].territories
    held = sum(view.owner(name) == view.seat for name in names)
    bonus = view.board.groups[territory.empire].bonus
    text = _GROUP_TITLES[bonus > 0, held > 0]
    title = view.board.groups[territory.empire].name
    return text.format(group=title, armies=armies(bonus), held=held, number=len(names))


_GROUP_TITLES = {
    (False, False): "{group}",
    (False, True): "{group}: {held} of {number} yours",
    (True, False): "{group}, {armies} a turn",
    (True, True): "{group}, {armies} a turn: {held} of {number} yours",
}
"""Titles of empires and continents, keyed by (brings armies, the viewer holds part of it)."""


# Hidden armies (SET-6)

_HIDE = "Hide armies in {territory}"
_ANYWHERE = "Choose any territory without a {stronghold}."
_HIDDEN = (
    "While you hold it, you can reveal armies there, but only once: as many as the last "
    "{Mercenaries} card brought."
)
SEALED = (
    "Your choice is sealed in a code that everyone sees but nobody can read. When you "
    "reveal the armies, everyone can check that they were there from the start."
)


def hide_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Ask for the territory of the hidden armies."""
    view = scene.view
    territories = _territories(view, Hide)
    proposed = proposed_territory(view, scene.seating.code)
    territory = chosen(choice, "territory", territories) or proposed
    groups = picks_of(scene, "hide", territories, name="territory")
    body = TerritoryChoice(
        Hide.name,
        territory,
        proposed,
        _HIDE.format(territory=names_of(view)[territory]),
        tuple(groups),
        SEALED,
    )
    lead = words_of(scene).say(f"{_ANYWHERE} {_HIDDEN}")
    return territory_panel("Hide your armies", lead, "SET-6", body)


# The muster of the quick set-up (SET-9)


def muster_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Ask for all armies and the hidden armies in one form, filled in with a proposal."""
    view = scene.view
    found, moves = options_of(view), proposal(view, scene.seating.code)
    hidden, hiding = "", tuple[PickGroup, ...]()
    if Hide in found:
        territories = _territories(view, Hide)
        hidden = chosen(choice, "hide", territories) or hidden_in(moves) or territories[0]
        hiding = with_chosen(picks_of(scene, "hide", territories), hidden)
    if choice.get(ASK_HIDE) and hiding:
        return _hiding_step(scene, choice, hidden)
    placing, neutral = None, 0
    if Place in found:
        # The player's own armies come first, then those of the neutral army.
        option = found[Place][0]
        places, left = tuple(option.values("territory")), len(option.values("armies"))
        proposed = {name: n for name, n in placed_in(moves).items() if name in places}
        placing = stepper_of(scene, choice, places, left, proposed)
        if view.owner(places[0]) is None:
            return _neutral_panel(placing)
        neutral = sum(len(other.values("armies")) for other in found[Place][1:])
    explained = f"{words_of(scene).say(_HIDDEN)} {SEALED}" if hiding else ""
    body = ArmyPlacement(
        PlacingPurpose.MUSTER, "Confirm", placing, hiding, hidden, explained=explained
    )
    return Panel(
        "Place your armies", body, _muster_lead(placing, neutral), "SET-9",
        template="table/panel/place.html",
    )  # fmt: skip


_NEUTRAL_LEAD = (
    "Place {number} neutral armies. Nobody sees where you put them until everyone is done. The "
    "neutral side defends but never attacks."
)
_MUSTER_LEADS = {
    "armies": (
        "You have {armies} to place. Nobody sees where you put them until everyone is done. "
        "We’ve filled in a sensible start: change it as you like."
    ),
    "neutral": (
        "You have {armies} to place. Nobody sees where you put them until everyone is done. "
        "We’ve filled in a sensible start. You place {neutral} neutral armies next."
    ),
    "hiding": "Your armies are placed. Now choose where to hide armies.",
}
"""Leads of the muster, by what the player has to do."""


def _neutral_panel(placing: Stepper) -> Panel:
    lead = _NEUTRAL_LEAD.format(number=placing.left)
    return Panel(
        "Place the neutral armies",
        ArmyPlacement(PlacingPurpose.NEUTRAL, "Confirm", placing),
        (lead,),
        "CLA-2",
        template="table/panel/place.html",
    )


def _muster_lead(placing: Stepper | None, neutral: int) -> tuple[str, ...]:
    if placing is None:
        return (_MUSTER_LEADS["hiding"],)
    lead = _MUSTER_LEADS["neutral" if neutral else "armies"]
    return (lead.format(armies=armies(placing.left), neutral=neutral),)


def _hiding_step(scene: Scene, choice: QueryDict, hidden: str) -> Panel:
    """Ask for the territory of the hidden armies on the map, keeping the numbers chosen so far."""
    view = scene.view
    given = chosen_numbers(choice, tuple(view.held_by(view.own_seat))) or {}
    kept = tuple((f"place:{name}", str(number)) for name, number in given.items())
    groups = picks_of(scene, "hide", _territories(view, Hide), fixed=kept)
    body = TerritoryChoice("", hidden, "", "", groups, SEALED)
    lead = words_of(scene).say(_ANYWHERE)
    back = "&".join(["?hide=" + hidden, *(f"place%3A{name}={n}" for name, n in given.items())])
    return Panel(
        "Where will you hide armies?",
        body,
        (lead,),
        "SET-6",
        ((ASK_HIDE, "hide"), ("hide", hidden), *kept),
        back,
        template="table/panel/choose.html",
    )
