"""The panels of the set-up (chapter 2), and the muster of the quick set-up."""

from dataclasses import replace

from django.http import QueryDict

from games.display.parts import Scene
from games.display.words import names_of, words_of
from games.panel.place_armies import ArmyPlacement
from games.panel.stepper import Stepper, chosen_numbers, stepper_of
from games.panel.widgets import (
    Mark,
    Panel,
    PickGroup,
    TerritoryChoice,
    chosen,
    options_of,
    picks_of,
    with_chosen,
)
from games.plans.proposals import hidden_in, placed_in, proposal, proposed_territory
from rules import Move, View
from rules.errors import required
from rules.moves import Claim, Hide, Place, PlaceStronghold
from rules.sentences.words import armies, counted

OWN_WAY, ASK_HIDE = "own", "ask"


def _territories(view: View, move: type[Move]) -> tuple[str, ...]:
    (option,) = options_of(view)[move]
    return tuple(option.values("territory"))


# Choosing strongholds (SET-3, SET-9)


def stronghold_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Ask for the stronghold's territory; after Play now, first offer to accept all proposals."""
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
    seen = "Nobody sees it until everyone has chosen." if view.options.quick else ""
    lead = words.say(
        "You play the {empire}. Choose where your {stronghold} goes – lose it and you’re out. "
        "{seen}",
        empire=empire,
        seen=seen,
    ).strip()
    body = TerritoryChoice(
        PlaceStronghold.name,
        territory,
        words.say("Place the {stronghold} in {name}", name=words.territory(territory)),
        with_chosen(groups, territory),
        is_proposed=territory == proposed,
    )
    return Panel(
        words.say("Place your {stronghold}"),
        body,
        (lead,),
        "SET-9" if view.options.quick else "SET-3",
        (*fixed, ("territory", territory)),
        "?" if fixed else None,
        template="panel/choose.html",
    )


def _is_made_at_once(view: View) -> bool:
    return view.options.quick and view.options.only_playable


_YOU_FIRST, _ROLLED = "You go first.", "Then the highest die goes first."


def _begin_panel(scene: Scene, empire: str, proposed: str) -> Panel:
    view = scene.view
    name = names_of(view)[proposed]
    unplaced = armies(view.player(view.own_seat).unplaced - 1)
    lead = words_of(scene).say(
        "Defend your {stronghold}, {name} – lose it and you’re out. We’ll deal the other "
        "territories and place your {unplaced}. {order}",
        name=name,
        unplaced=unplaced,
        order=_YOU_FIRST if view.options.first_seat == view.seat else _ROLLED,
    )
    body = TerritoryChoice(PlaceStronghold.name, proposed, "Start", ())
    return Panel(
        f"You play the {empire}",
        body,
        (lead,),
        "SET-9",
        template="panel/begin.html",
        marks=(Mark(proposed, "stronghold"),),
    )


def _border_note(view: View, name: str) -> str:
    """Return how many neighbours belong to other empires, and whether the territory is coastal."""
    territory = view.board.territories[name]
    others = sum(
        view.board.territories[near].empire != territory.empire for near in territory.neighbours
    )
    coast = ", coastal" if territory.seas else ""
    beside = counted(others, "border", "borders") if others else "no border"
    return f"{beside} to defend{coast}"


# Claiming territories (SET-4)


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
    lead = (
        f"{counted(len(free), 'territory is', 'territories are')} free. Each claim uses 1 "
        f"army; you have {left} left."
    )
    body = TerritoryChoice(
        Claim.name,
        territory,
        f"Claim {names_of(view)[territory]}",
        with_chosen(groups, territory),
        has_wishes=True,
        is_proposed=territory == proposed,
    )
    return Panel(
        "Claim a territory",
        body,
        (lead,),
        "SET-4",
        (("territory", territory),),
        template="panel/choose.html",
    )


def _beside_note(view: View, name: str) -> str:
    beside = sum(view.owner(near) == view.seat for near in view.board.territories[name].neighbours)
    return f"next to {beside} of yours" if beside else "free"


def _share(view: View, group: PickGroup) -> str:
    """Return an empire's or continent's title: its bonus, and how much of it the viewer holds."""
    territory = view.board.territories[group.picks[0].territory]
    names = view.board.groups[territory.empire].territories
    held = sum(view.owner(name) == view.seat for name in names)
    bonus = view.board.groups[territory.empire].bonus
    title = f"{group.title}, {armies(bonus)} a turn" if bonus else group.title
    return f"{title}: {held} of {len(names)} yours" if held else title


# Hidden armies (SET-6)

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
        f"Hide armies in {names_of(view)[territory]}",
        with_chosen(groups, territory),
        SEALED,
        is_proposed=territory == proposed,
    )
    lead = words_of(scene).say(
        "Choose any territory without a {stronghold}. Once, while you hold it, you can reveal "
        "armies there – as many as the last {Mercenaries} card brought."
    )
    return Panel(
        "Hide your armies",
        body,
        (lead,),
        "SET-6",
        (("territory", territory),),
        template="panel/choose.html",
    )


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
    body = ArmyPlacement("Confirm", placing, hiding, hidden, explained=SEALED)
    return Panel(
        "Place your armies", body, _muster_lead(placing, neutral), "SET-9",
        template="panel/place.html",
    )  # fmt: skip


def _neutral_panel(placing: Stepper) -> Panel:
    lead = (
        f"Place {placing.left} neutral armies. Nobody sees where until everyone is done. The "
        "neutral army defends but never attacks."
    )
    return Panel(
        "Place the neutral army",
        ArmyPlacement("Confirm", placing),
        (lead,),
        "CLA-2",
        template="panel/place.html",
    )


def _muster_lead(placing: Stepper | None, neutral: int) -> tuple[str, ...]:
    if placing is None:
        return ("Your armies are placed. Now choose where to hide armies.",)
    if neutral:
        return (
            f"You have {armies(placing.left)}. Nobody sees where until everyone is done. We’ve "
            f"filled in a sensible start. You place {neutral} neutral armies next.",
        )
    return (
        f"You have {armies(placing.left)}. Nobody sees where until everyone is done. We’ve "
        "filled in a sensible start – change anything.",
    )


def _hiding_step(scene: Scene, choice: QueryDict, hidden: str) -> Panel:
    """Ask for the territory of the hidden armies on the map, keeping the numbers chosen so far."""
    view = scene.view
    given = chosen_numbers(choice, tuple(view.held_by(view.own_seat))) or {}
    kept = tuple((f"place:{name}", str(number)) for name, number in given.items())
    groups = picks_of(scene, "hide", _territories(view, Hide), fixed=kept)
    body = TerritoryChoice("", hidden, "", with_chosen(groups, hidden), SEALED)
    lead = words_of(scene).say("Choose any territory without a {stronghold}.")
    back = "&".join(["?hide=" + hidden, *(f"place%3A{name}={n}" for name, n in given.items())])
    return Panel(
        "Where will you hide armies?",
        body,
        (lead,),
        "SET-6",
        ((ASK_HIDE, "hide"), ("hide", hidden), *kept),
        back,
        template="panel/choose.html",
    )
