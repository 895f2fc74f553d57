"""Setting up (chapter 2), and placing armies at any time (TRN-5): one panel for each question."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.http import QueryDict

from games.panel_cards import card_step, cards_row
from games.panel_kit import (
    Group,
    Mark,
    Panel,
    Pick,
    chosen,
    names_of,
    options_of,
    picks_of,
    words_of,
)
from games.panel_placing import Placing, chosen_numbers, placing_of
from games.proposals import hidden_in, placed_in, proposal
from games.table import Scene
from rules import Move, View
from rules.moves import Claim, Hide, Place, PlaceStronghold
from rules.sentences.words import armies, counted
from rules.spoils import PLACING_RULES

OWN_WAY, ASK_HIDE = "own", "ask"


@dataclass(frozen=True, slots=True)
class Choosing:
    """A territory to choose: the one chosen, what to press, and all there are."""

    move: str
    territory: str
    button: str
    groups: tuple[Group, ...]
    explained: str = ""
    has_wishes: bool = False
    is_proposed: bool = False


@dataclass(frozen=True, slots=True)
class Mustering:
    """Armies to place, a territory to hide armies in, or both; and cards to play before."""

    button: str
    placing: Placing | None
    hiding: tuple[Group, ...] = ()
    hidden: str = ""
    cards: tuple[Pick, ...] = ()
    explained: str = ""


def _territories(view: View, move: type[Move]) -> tuple[str, ...]:
    (option,) = options_of(view)[move]
    return option.choices["territory"]


def _with_chosen(groups: Iterable[Group], territory: str) -> tuple[Group, ...]:
    return tuple(
        replace(
            group,
            picks=tuple(
                replace(pick, is_chosen=pick.territory == territory) for pick in group.picks
            ),
        )
        for group in groups
    )


# Strongholds (SET-3, SET-9)


def stronghold_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Ask where the stronghold goes; in a game made by Play now, first whether to begin at once."""
    view, words = scene.view, words_of(scene)
    empire = words.group(view.player(view.seat).empire)
    territories = _territories(view, PlaceStronghold)
    proposed = proposal(view, scene.seating.code)[0].territory
    if _is_made_at_once(view) and OWN_WAY not in choice:
        return _begin_panel(scene, empire, proposed)
    territory = chosen(choice, "territory", territories) or proposed
    name = words.territory(territory)
    notes = {place: _border_note(view, place) for place in territories}
    fixed = ((OWN_WAY, "yes"),) if _is_made_at_once(view) else ()
    groups = picks_of(scene, "stronghold", territories, notes, fixed, "territory")
    seen = "The others see it when all have chosen." if view.options.quick else ""
    lead = words.say(
        "Your empire is {empire}: your stronghold stands in it, with 1 army. "
        "Whoever takes it puts you out of the game. {seen}",
        empire=empire,
        seen=seen,
    ).strip()
    body = Choosing(
        PlaceStronghold.name,
        territory,
        words.say("Place the stronghold in {name}", name=name),
        _with_chosen(groups, territory),
        is_proposed=territory == proposed,
    )
    return Panel(
        words.say("Place your stronghold"),
        body,
        (lead,),
        "SET-9" if view.options.quick else "SET-3",
        (*fixed, ("territory", territory)),
        "?" if fixed else None,
        template="games/panels/choose.html",
    )


def _is_made_at_once(view: View) -> bool:
    return view.options.quick and view.options.only_playable


def _begin_panel(scene: Scene, empire: str, proposed: str) -> Panel:
    name = names_of(scene.view)[proposed]
    unplaced = armies(scene.view.player(scene.seat).unplaced - 1)
    lead = words_of(scene).say(
        "You play {empire}, and your stronghold goes to {name}. The other territories are "
        "dealt, your {unplaced} are placed on yours as a captain would place them, and the "
        "first turn is rolled for.",
        empire=empire,
        name=name,
        unplaced=unplaced,
    )
    body = Choosing(PlaceStronghold.name, proposed, "Begin", ())
    return Panel(
        f"You are {empire}",
        body,
        (lead,),
        "SET-9",
        template="games/panels/begin.html",
        marks=(Mark(proposed, "stronghold"),),
    )


def _border_note(view: View, name: str) -> str:
    """Return how many territories of other empires lie beside one, and whether it is coastal."""
    territory = view.board.territories[name]
    others = sum(
        view.board.territories[near].empire != territory.empire for near in territory.neighbours
    )
    coast = ", on the coast" if territory.seas else ""
    beside = counted(others, "neighbour", "neighbours") if others else "no neighbour"
    return f"{beside} outside{coast}"


# Claiming (SET-4)


def claim_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Ask which free territory to claim."""
    view = scene.view
    free = _territories(view, Claim)
    proposed = proposal(view, scene.seating.code)[0].territory
    territory = chosen(choice, "territory", free) or proposed
    notes = {name: _beside_note(view, name) for name in free}
    groups = [
        replace(group, title=_share(view, group))
        for group in picks_of(scene, "claim", free, notes, name="territory")
    ]
    left = armies(view.player(view.seat).unplaced)
    lead = (
        f"{counted(len(free), 'territory is', 'territories are')} free. Each claim takes 1 army; "
        f"you have {left} left."
    )
    body = Choosing(
        Claim.name,
        territory,
        f"Claim {names_of(view)[territory]}",
        _with_chosen(groups, territory),
        has_wishes=True,
        is_proposed=territory == proposed,
    )
    return Panel(
        "Claim a territory",
        body,
        (lead,),
        "SET-4",
        (("territory", territory),),
        template="games/panels/choose.html",
    )


def _beside_note(view: View, name: str) -> str:
    beside = sum(view.owner(near) == view.seat for near in view.board.territories[name].neighbours)
    return f"beside {beside} of yours" if beside else "free"


def _share(view: View, group: Group) -> str:
    """Return the title of an empire with how much of it one holds."""
    territory = view.board.territories[group.picks[0].territory]
    names = view.board.groups[territory.empire].territories
    held = sum(view.owner(name) == view.seat for name in names)
    return f"{group.title}: {held} of {len(names)} yours" if held else group.title


# Hidden armies (SET-6)

SEALED = (
    "The game seals your choice: a slip that all see is made of it, and shows nobody what it "
    "says. When the armies come out, everybody can check that the slip said so from the start."
)


def hide_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Ask for the territory of the hidden armies."""
    view = scene.view
    territories = _territories(view, Hide)
    proposed = proposal(view, scene.seating.code)[0].territory
    territory = chosen(choice, "territory", territories) or proposed
    groups = picks_of(scene, "hide", territories, name="territory")
    body = Choosing(
        Hide.name,
        territory,
        f"Hide armies in {names_of(view)[territory]}",
        _with_chosen(groups, territory),
        SEALED,
        is_proposed=territory == proposed,
    )
    lead = words_of(scene).say(
        "Choose one territory, yours or anybody's, without a stronghold. Once, while you hold "
        "it, armies come out there: as many as the last Mercenaries card brought."
    )
    return Panel(
        "Hide your armies",
        body,
        (lead,),
        "SET-6",
        (("territory", territory),),
        template="games/panels/choose.html",
    )


# Placing


_PURPOSES = {
    "deploy": ("Place your starting armies", "Place them"),
    "mercenaries": ("Place your Mercenaries", "Place the Mercenaries"),
    "muster_troops": ("Muster Troops: place armies at home", "Place the troops"),
    "army_deserters": ("Army Deserters: they join you", "Place the deserters"),
    "spoils": ("Place your spoils", "Place the spoils and end the turn"),
}


def place_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Ask where the armies go that wait to be placed."""
    return _placing_panel(scene, choice, ())


def spoils_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Ask where the spoils go, and before that for cards that may still be played."""
    step = card_step(scene, choice)
    return step if step is not None else _placing_panel(scene, choice, cards_row(scene))


def _placing_panel(scene: Scene, choice: QueryDict, cards: tuple[Pick, ...]) -> Panel:
    view, waiting = scene.view, scene.view.placing
    heading, button = map(words_of(scene).say, _PURPOSES[waiting["purpose"]])
    proposed = placed_in(proposal(view, scene.seating.code))
    placing = placing_of(scene, choice, tuple(waiting["territories"]), waiting["left"], proposed)
    lead = f"You have {armies(waiting['left'])} to place. The numbers are a proposal: change any."
    return Panel(
        heading,
        Mustering(button, placing, cards=cards),
        (lead,),
        PLACING_RULES[waiting["purpose"]],
        template="games/panels/place.html",
    )


# The muster of the quick set-up (SET-9)


def muster_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Ask for all armies and the hidden armies together, both as proposed unless changed."""
    view = scene.view
    found, moves = options_of(view), proposal(view, scene.seating.code)
    hidden, hiding = "", ()
    if Hide in found:
        territories = _territories(view, Hide)
        hidden = chosen(choice, "hide", territories) or hidden_in(moves) or territories[0]
        hiding = _with_chosen(picks_of(scene, "hide", territories), hidden)
    if choice.get(ASK_HIDE) and hiding:
        return _hiding_step(scene, choice, hidden)
    placing = None
    if Place in found:
        (option,) = found[Place]
        left = len(option.choices["armies"])
        placing = placing_of(scene, choice, option.choices["territory"], left, placed_in(moves))
    body = Mustering("Place them so", placing, hiding, hidden, explained=SEALED)
    return Panel(
        "Muster your armies", body, _muster_lead(placing), "SET-9",
        template="games/panels/place.html",
    )  # fmt: skip


def _muster_lead(placing: Placing | None) -> tuple[str, ...]:
    if placing is None:
        return ("Your armies are placed. Choose where you hide armies.",)
    return (
        f"Place your {armies(placing.left)} on your territories, unseen until all have. "
        "Everything is filled in as a captain would: press below, or change what you like.",
    )


def _hiding_step(scene: Scene, choice: QueryDict, hidden: str) -> Panel:
    """Let the territory of the hidden armies be chosen on the map; the numbers go along."""
    view = scene.view
    given = chosen_numbers(choice, tuple(view.held_by(view.seat))) or {}
    kept = tuple((f"place:{name}", str(number)) for name, number in given.items())
    groups = picks_of(scene, "hide", _territories(view, Hide), fixed=kept)
    body = Choosing("", hidden, "", _with_chosen(groups, hidden), SEALED)
    lead = words_of(scene).say("Any territory without a stronghold, yours or anybody's.")
    back = "&".join(["?hide=" + hidden, *(f"place%3A{name}={n}" for name, n in given.items())])
    return Panel(
        "Where do you hide armies?",
        body,
        (lead,),
        "SET-6",
        ((ASK_HIDE, "hide"), ("hide", hidden), *kept),
        back,
        template="games/panels/choose.html",
    )
