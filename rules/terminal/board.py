"""The board and the players as plain text, 79 columns wide."""

from collections.abc import Iterable, Sequence
from textwrap import fill

from rules.board import Empire
from rules.cards import EVENT_CARDS
from rules.sentences.event_texts import event_texts
from rules.sentences.words import LETTERS, Words, armies, counted
from rules.view import View

WIDTH = 79
MOST_COLUMNS = 6
NOBODY = "-"
STRONGHOLD = "*"


def wrapped(text: str) -> str:
    """Return a sentence wrapped to the width of the terminal, with later lines indented."""
    return fill(text, WIDTH, subsequent_indent="    ", break_on_hyphens=False)


def in_columns(cells: Sequence[str]) -> list[str]:
    """Return cells in as many columns as fit, read down and then across."""
    for columns in range(min(len(cells), MOST_COLUMNS), 0, -1):
        rows = -(-len(cells) // columns)
        split = [cells[start : start + rows] for start in range(0, len(cells), rows)]
        widths = [2 + max(map(len, column)) for column in split]
        if sum(widths) <= WIDTH or columns == 1:
            break
    lines = []
    for row in range(rows):
        line = (
            column[row].ljust(width)
            for column, width in zip(split, widths, strict=True)
            if row < len(column)
        )
        lines.append("  " + "".join(line).rstrip())
    return lines


def draw_board(view: View, words: Words) -> str:
    """Return the whole board: territories by empire, then the players and what is in force."""
    lines = [_legend(words)]
    for group in view.board.groups.values():
        bonus = f" (+{group.bonus})" if group.bonus else ""
        lines += ["", f"{group.name}{bonus}", *_draw_group(view, group)]
    return "\n".join([*lines, "", *_draw_players(view, words), *_draw_in_force(view, words)])


def _legend(words: Words) -> str:
    ruleset = words.ruleset
    unowned = "a neutral or empty territory" if ruleset.neutral_armies else "an empty territory"
    marks = [f"{NOBODY} marks {unowned}"]
    if ruleset.strongholds:
        marks.insert(0, f"{STRONGHOLD} marks a {{stronghold}}")
    elif ruleset.headquarters:
        marks.insert(0, f"{STRONGHOLD} marks a headquarters")
    return words.say(f"Owner, armies and name of each territory; {', '.join(marks)}.")


def _draw_group(view: View, group: Empire) -> Iterable[str]:
    return in_columns([territory_cell(view, name) for name in group.territories])


def territory_cell(view: View, name: str) -> str:
    """Return owner, armies (with the player's own secret ones) and name, as "B  5* Irongate"."""
    owner = view.owner(name)
    letter = NOBODY if owner is None else LETTERS[owner]
    is_marked = view.stronghold_on(name) is not None or name in view.headquarters.values()
    mark = STRONGHOLD if is_marked else " "
    armies_there = view.armies(name) + view.mustered.get(name, 0)
    return f"{letter}{armies_there:3}{mark} {view.board.territories[name].name}"


def _draw_players(view: View, words: Words) -> Iterable[str]:
    for seat in view.order:
        player = view.player(seat)
        letter, name = LETTERS[seat], words.player(seat)
        name = letter if name == letter else f"{letter}, {name}"
        if player.eliminated:
            yield f"{name}: eliminated"
            continue
        held = view.held_by(seat)
        facts = [
            counted(len(held), "territory", "territories"),
            armies(sum(view.armies(territory) for territory in held)),
        ]
        if view.ruleset.strongholds:
            home = words.group(player.empire) if player.empire else "not drawn yet"
            facts = [f"home {home}", *facts, counted(player.cards, "card", "cards")]
            facts.append(counted(len(player.banners), "banner", "banners"))
        if view.sets is not None:
            facts.append(counted(view.sets.counts[seat], "card", "cards"))
        if seat in view.headquarters:
            facts.append(f"headquarters {words.territory(view.headquarters[seat])}")
        turn = ", on turn" if seat == view.turn else ""
        yield wrapped(f"{name}: {', '.join(facts)}{turn}")


def _draw_in_force(view: View, words: Words) -> Iterable[str]:
    track = view.ruleset.track
    if view.sets is not None:
        yield f"Sets: {view.sets.traded} traded; the next brings {view.sets.value} (CLA-4)."
    if not track:
        return
    if view.track < len(track):
        called = words.say("{Mercenaries}")
        yield f"{called}: the next number of the track is {track[view.track]} (MRC-1)."
    else:
        yield words.say("{Mercenaries}: all have been played (MRC-2).")
    if view.hidden_size:
        yield f"Hidden armies would be revealed as {armies(view.hidden_size)} (HID-2)."
    for item in view.in_force:
        row, effect = EVENT_CARDS[item.card], event_texts()[item.card]
        drawer = words.player(item.drawer)
        yield wrapped(f"In force: {row.title} ({row.rule}), drawn by {drawer}: {effect}.")
    for seat in view.fortified:
        yield words.say("A {Fortification} is in play for ") + f"{words.player(seat)} (CAS-5)."
    for truce in view.truces:
        pair = words.players((truce.seat, truce.other))
        yield f"Forced truce between {pair} (AMB-2)."


def draw_hand(view: View, words: Words) -> str:
    """Return the player's own cards, hidden armies, and the hands seen this turn."""
    if view.sets is not None:
        return wrapped(f"Your territory cards: {words.territory_cards(view.territory_cards)}.")
    lines = [wrapped(f"Your hand: {words.cards(card.value for card in view.hand)}.")]
    if view.hidden:
        lines.append(wrapped(f"Your hidden armies: {words.territories(view.hidden)}."))
    for seat, cards in view.seen.items():
        seen = words.cards(card.value for card in cards)
        lines.append(wrapped(f"Seen this turn in the hand of {words.player(seat)}: {seen}."))
    return "\n".join(lines)
