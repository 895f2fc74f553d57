"""Why something cannot be done now: the rule and its sentence, from the rules engine."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from games.drawing.display.parts import Scene
from games.drawing.display.words import names_of, words_of
from games.table.panel.widgets import Obstacle, Panel, PanelForm, obstacles, options_of
from rules import IllegalMove, Move, View
from rules.cards import EVENT_CARDS, BattleCard
from rules.errors import required
from rules.moves import (
    AssassinateHand,
    DeclareAttack,
    PlayAmbassador,
    PlayMercenaries,
    Reveal,
    SailFleet,
    SendSpy,
    Spy,
)
from rules.rulesets.words import in_words_of
from rules.sentences.words import either, listed

WHY = "why"
"""The field of a choice that opens the list of reasons."""
ABOUT = "about"
"""The field of a choice that asks why a territory, pressed on the map, cannot be attacked."""
_Reason = tuple[tuple[str, str], str]
"""Why territories cannot attack: the sentences for one and for several, and the rule."""

MOST_SHOWN = 3
"""The maximum number of reasons shown without asking for the list."""
MOST_NAMED = 3
"""The maximum number of territories named with the same reason."""


_REASONS = "What you can’t do now, and why."
_NOTHING = "Nothing is blocking any of your territories."
_NOTHING_OR_CARDS = "Nothing is blocking any of your territories or cards."

_SUBJECT = "{name}:"
_TERRITORIES = "{number} territories"
_BY_FLEET_TO = "{name}, {by fleet}:"
_BY_FLEET = "{By fleet}:"
_HIDDEN_IN = "Hidden armies in {name}:"
"""The beginning of a reason that concerns hidden armies."""


def why_panel(scene: Scene) -> Panel:
    """Return the panel that lists what the player on turn cannot do, and why."""
    reasons = reasons_in_general(scene)
    nothing = _NOTHING_OR_CARDS if scene.view.ruleset.battle_cards else _NOTHING
    lead = _REASONS if reasons else nothing
    ask = PanelForm(summary="Reasons", reasons=reasons)
    return Panel(
        "Why can’t I …?",
        ask,
        (lead,),
        template="table/panel/why_not.html",
        choice=((WHY, "yes"),),
        back="?",
    )


def reasons_from(scene: Scene, source: str, targets: Iterable[str]) -> tuple[Obstacle, ...]:
    """Return why a territory cannot attack its other neighbours, or other coasts by fleet."""
    view, names, possible = scene.view, names_of(scene.view), set(targets)
    near = [name for name in view.board.territories[source].neighbours if name not in possible]
    say = words_of(scene).say
    moves: list[tuple[str, Move]] = [
        (_SUBJECT.format(name=names[name]), DeclareAttack(source, name, dice=1)) for name in near
    ]
    if BattleCard.FLEET in view.hand and view.board.coastal(source):
        far = [name for name in _enemy_coasts(view) if name not in possible and name not in near]
        moves += [
            (say(_BY_FLEET_TO, name=names[name]), SailFleet(source, name, 1, dice=1))
            for name in far
        ]
    elif BattleCard.FLEET in view.hand:
        other = next(_enemy_coasts(view), source)
        moves.append((say(_BY_FLEET), SailFleet(source, other, 1, dice=1)))
    return obstacles(view, moves)


def why_no_attack(view: View, source: str | None, target: str) -> Obstacle | None:
    """Return why `target` cannot be attacked from `source`, or from anywhere if that is None.

    Returns None if `target` is the viewer's own, or no such territory exists.
    """
    names = names_of(view)
    if target not in names or view.owner(target) == view.seat:
        return None
    near = view.board.territories[target].neighbours
    own = [name for name in near if view.owner(name) == view.seat]
    tried = [source] if own and source else own
    refusals = {place: view.why_not(DeclareAttack(place, target, dice=1)) for place in tried}
    able = [names[place] for place, refusal in refusals.items() if refusal is None]
    if able:
        return Obstacle("", _FROM.format(target=names[target], sources=either(able)), "ATT-1")
    ports = {
        names[option.values("source")[0]]: None
        for option in options_of(view).get(SailFleet, ())
        if target in option.values("target")
    }
    if ports and not source:
        text = _BY_SEA_FROM.format(target=names[target], sources=either(list(ports)))
        return Obstacle("", text, "FLT-1")
    if not own:
        text = _OUT_OF_RANGE if BattleCard.FLEET in view.hand else _NO_BORDER
        text = in_words_of(view.ruleset, text, target=names[target])
        return Obstacle("", text, "ATT-1")
    refusal = required(next(iter(refusals.values())), "reason against the attack")
    text = _NO_ATTACK.format(target=names[target], reason=refusal.message)
    return Obstacle("", text, refusal.rule)


_NO_BORDER = "You can’t attack {target}: none of your territories borders it."
_OUT_OF_RANGE = (
    "You can’t attack {target}: none of your territories borders it, "
    "and your {Fleet} can’t reach it."
)
_NO_ATTACK = "You can’t attack {target}: {reason}"
_FROM = "To attack {target}, first choose {sources}."
_BY_SEA_FROM = "To attack {target} by sea, first choose {sources}."


def _enemy_coasts(view: View) -> Iterator[str]:
    for name in view.board.territories:
        if view.board.coastal(name) and view.owner(name) != view.seat:
            yield name


def reasons_in_general(scene: Scene) -> tuple[Obstacle, ...]:
    """Return why the viewer's territories cannot attack, and why cards in hand cannot be played."""
    return (*_idle_territories(scene), *_idle_cards(scene))


def blocked_by_events(scene: Scene, able: Collection[str]) -> tuple[Obstacle, ...]:
    """Return which of the viewer's territories cannot attack, for each event in force.

    `able` are the territories that can attack, by land or by sea.
    """
    view, names, words = scene.view, names_of(scene.view), words_of(scene)
    if not view.in_force:
        return ()
    blocked: dict[str, list[str]] = {}
    for source in view.held_by(view.own_seat):
        if source not in able and view.armies(source) > 1 and (reason := _why_idle(view, source)):
            blocked.setdefault(reason[1], []).append(names[source])
    return tuple(
        Obstacle(_subject(blocked[row.rule]), words.say(_EVENT, card=words.card(card)), row.rule)
        for card, row in EVENT_CARDS.items()
        if row.rule in blocked
    )


def why_none_attacks(scene: Scene) -> tuple[Obstacle, ...]:
    """Return at most four reasons why no territory can attack."""
    view = scene.view
    strong = [place for place in view.held_by(view.own_seat) if view.armies(place) > 1]
    if not strong:
        return (Obstacle("", "All your territories have just 1 army, which must stay.", "ATT-1"),)
    border = [place for place in strong if _enemies_beside(view, place)]
    found = obstacles(
        view,
        [
            ("", DeclareAttack(place, near, dice=1))
            for place in border
            for near in _enemies_beside(view, place)
        ],
    )
    shown = list(dict.fromkeys(found))[:MOST_SHOWN]
    if len(border) < len(strong):
        rest = _OTHERS_INLAND if border else _ALL_INLAND
        shown.append(Obstacle("", rest, "ATT-1"))
    return tuple(shown)


_EVENT = "No attack is possible while {card} is in force."

_ALL_INLAND = "None of your territories with armies to spare borders an enemy."
_OTHERS_INLAND = "Your other territories with armies to spare border no enemy."


def _enemies_beside(view: View, territory: str) -> list[str]:
    near = view.board.territories[territory].neighbours
    return [name for name in near if view.owner(name) != view.seat]


_INLAND = ("It borders no enemy.", "They border no enemy.")
_LONE = ("It has only 1 army, which must stay.", "They have only 1 army each, which must stay.")


def _idle_territories(scene: Scene) -> Iterator[Obstacle]:
    """Yield each reason why some of the viewer's territories cannot attack, with their names."""
    view, names = scene.view, names_of(scene.view)
    idle: dict[_Reason, list[str]] = {}
    for source, reason in _idle_sources(view):
        idle.setdefault(reason, []).append(names[source])
    for (sentences, rule), sources in idle.items():
        yield Obstacle(_subject(sources), sentences[len(sources) > 1], rule)


def _subject(sources: Sequence[str]) -> str:
    """Return what a reason is about: these territories, or their number if there are many."""
    count = len(sources)
    name = _TERRITORIES.format(number=count) if count > MOST_NAMED else listed(sources)
    return _SUBJECT.format(name=name)


def _idle_sources(view: View) -> Iterator[tuple[str, _Reason]]:
    """Yield each of the viewer's territories that cannot attack, by land or by sea, and why."""
    sailing = {option.values("source")[0] for option in options_of(view).get(SailFleet, ())}
    for source in view.held_by(view.own_seat):
        reason = _why_idle(view, source)
        if source not in sailing and reason is not None:
            yield source, reason


def _why_idle(view: View, source: str) -> _Reason | None:
    """Return why a territory cannot attack by land; None if it can."""
    enemies = _enemies_beside(view, source)
    if not enemies:
        return _INLAND, "ATT-1"
    if view.armies(source) == 1:
        return _LONE, "ATT-1"
    found: list[IllegalMove] = []
    for name in enemies:
        refusal = view.why_not(DeclareAttack(source, name, dice=1))
        if refusal is None:
            return None
        found.append(refusal)
    return (found[0].message, found[0].message), found[0].rule


def _idle_cards(scene: Scene) -> Iterator[Obstacle]:
    view = scene.view
    for card in dict.fromkeys(view.hand):
        subject = _SUBJECT.format(name=view.ruleset.card_texts[card].title)
        if card in _IN_WINDOWS:
            sentence, rule = _IN_WINDOWS[card]
            if card is BattleCard.FORTIFICATION and view.ruleset.event_cards:
                sentence = _FORTIFICATION_WITH_EVENTS
            yield Obstacle(subject, sentence, rule)
            continue
        if card is BattleCard.FLEET and not _has_port(view):
            yield Obstacle(subject, _NO_PORT, "FLT-1")
            continue
        found = obstacles(view, (("", move) for move in _uses(view, card)))
        if found and len(found) == len(list(_uses(view, card))):
            yield Obstacle(subject, found[0].sentence, found[0].rule)
    names = names_of(view)
    yield from obstacles(
        view, ((_HIDDEN_IN.format(name=names[place]), Reveal(place)) for place in view.hidden)
    )


_NO_PORT = "You hold no coastal territory with more than 1 army."


def _has_port(view: View) -> bool:
    """Return whether a fleet could sail from any territory of the viewer (FLT-1)."""
    own = view.held_by(view.own_seat)
    return any(view.board.coastal(name) and view.armies(name) > 1 for name in own)


_IN_WINDOWS: dict[BattleCard, tuple[str, str]] = {
    BattleCard.FORTIFICATION: ("You play it when you’re attacked.", "FOR-1"),
    BattleCard.HERO: ("You play it with an attack, when you choose your dice.", "HRO-1"),
}
"""For cards without a separate move: when they can be played, and the rule."""
_FORTIFICATION_WITH_EVENTS = (
    "You play it when you’re attacked, or to block savages, raiders or pirates."
)


def _uses(view: View, card: BattleCard) -> Iterator[Move]:
    others = [seat for seat in view.living() if seat != view.seat]
    match card:
        case BattleCard.MERCENARIES:
            yield PlayMercenaries(1)
        case BattleCard.AMBASSADOR:
            yield from (PlayAmbassador(seat) for seat in others)
        case BattleCard.ASSASSIN if view.ruleset.has_spies:
            yield from (SendSpy(seat) for seat in others)
        case BattleCard.ASSASSIN:
            yield from (Spy(seat) for seat in others)
            yield from (AssassinateHand(seat) for seat in others)
        case BattleCard.FLEET:
            for source in view.held_by(view.own_seat):
                for target in _enemy_coasts(view):
                    yield SailFleet(source, target, 1, dice=1)
