"""The end of a game: the winners and the reason, the places, and each player's fate."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.db.models import Max, Min
from django.urls import reverse

from games.community.moderation.open_secrets import openings
from games.drawing.display import counts
from games.drawing.display.liveries import livery_name, livery_of, player_livery
from games.drawing.display.log import undone
from games.drawing.display.seating import Seating
from games.drawing.display.words import capitalised
from games.models import Game, Move
from games.playing.clocks.durations import spoken
from games.table.animations.eliminations import Fall, falls_in
from games.table.sidebar.chances import chances_shown
from games.table.sidebar.lines import lines_context
from games.table.sidebar.story import AttackSummary, story_of
from rules import Outcome, View
from rules.errors import required
from rules.moves import Control
from rules.rulesets.words import in_words_of
from rules.sentences import Words
from rules.sentences.words import armies, listed, paragraph
from rules.view.public_records import PlayerView

REASONS = {
    "last_standing": ("TRN-8", "Nobody else has a {stronghold} left."),
    "rounds": (
        "TRN-9",
        "That was the last round. Banners decide first, then territories, then armies.",
    ),
    "agreed": ("TRN-9", "All remaining players agreed on this result."),
    "claimed": ("TRN-9", "Everyone else had left."),
    "moderator": ("TRN-9", "A moderator decided the game."),
    "abandoned": ("TRN-9", "No people were left in the game, so it ended without a result."),
    "cancelled": ("TRN-9", "The game was cancelled."),
    "headquarters": ("CLA-6", "The winner holds enough headquarters, including their own."),
}
"""The rule and the sentence for each reason a game can end."""

WITHOUT_STRONGHOLDS = {
    "last_standing": ("CLA-1", "Nobody else has a territory left."),
    "rounds": ("TRN-9", "That was the last round. Territories decide first, then armies."),
}
"""Replacements for games without strongholds and banners."""

GAMES_REMEMBERED = 256


@dataclass(frozen=True, slots=True)
class GameSummary:
    """Facts about a finished game that are in its log but not in its final position.

    `falls` maps seats to eliminations; `openings` are sentences on moderators who opened secrets.
    """

    falls: dict[int, Fall]
    began: datetime
    ended: datetime
    openings: tuple[str, ...] = ()


@lru_cache(maxsize=GAMES_REMEMBERED)
def summary_of(code: str) -> GameSummary:
    """Summarise a finished game from its public log; cached, as the log no longer changes."""
    moves = Move.objects.public().filter(game__code=code)
    times = moves.aggregate(began=Min("made_at"), ended=Max("made_at"))
    gone = undone(Game.objects.values_list("pk", flat=True).get(code=code))
    falls = falls_in(moves.exclude(number__in=gone))
    return GameSummary(falls, openings=tuple(openings(code)), **times)


def next_table(code: str, *, listed_only: bool = False) -> str | None:
    """Return the code of the rematch's table, if there is one.

    An unlisted table is for the players only: pass `listed_only` for all other viewers.
    """
    following = Game.objects.filter(last_games__code=code).exclude(status=Game.Status.CANCELLED)
    if listed_only:
        following = following.filter(is_listed=True)
    return following.values_list("code", flat=True).first()


def shown(view: View, seating: Seating, next_code: str | None = None) -> dict[str, Any]:
    """Return the context for the end of a game, as plain data."""
    outcome = required(view.outcome, "outcome")
    reasons = REASONS if view.ruleset.strongholds else REASONS | WITHOUT_STRONGHOLDS
    rule, sentence = reasons[outcome.reason]
    reason = in_words_of(view.ruleset, sentence)
    summary = summary_of(seating.code)
    places = places_of(view, seating)
    story = story_of(seating.code)
    analysis = chances_shown(view, seating, places, reverse("replay", args=[seating.code]))
    is_tutorial = view.options.tutorial and view.seat is not None
    return {
        "code": seating.code,
        "ruleset": view.ruleset.name,
        "headline": _headline(outcome, view.seat, seating),
        "winners": [_bearer(view, seating, seat) for seat in outcome.winners],
        "rule": rule,
        "reason": reason,
        "facts": list(_facts(view, summary)),
        "places": places,
        "chart": lines_context(story.rounds, {row["seat"]: row for row in places}),
        "analysis": analysis,
        "attacks": [
            _attack_text(view, seating, attack) for attack in story.attacks if outcome.winners
        ],
        "openings": list(summary.openings),
        "next_code": next_code,
        "may_play_again": view.seat is not None,
        "may_analyse": analysis is None
        and bool(outcome.winners)
        and view.seat is not None
        and not is_tutorial,
        "is_tutorial": is_tutorial,
    }


HEADLINES = {
    "nobody": "No result",
    "you": "You win!",
    "one": "{winners} wins!",
    "several": "{winners} win!",
}


def _headline(outcome: Outcome, seat: int | None, seating: Seating) -> str:
    if not outcome.winners:
        return HEADLINES["nobody"]
    if outcome.winners == (seat,):
        return HEADLINES["you"]
    winners = listed([seating.seats[winner].name for winner in outcome.winners])
    return HEADLINES["one" if len(outcome.winners) == 1 else "several"].format(winners=winners)


def _bearer(view: View, seating: Seating, seat: int) -> dict[str, Any]:
    """Return a player's name and livery, and their empire if they had one."""
    empire = view.player(seat).empire
    return {
        "name": seating.seats[seat].name,
        "livery": livery_name(player_livery(view.board, seat, empire)),
        "empire": view.board.groups[empire].name if empire else "",
    }


def _arms(view: View, empire: str) -> dict[str, Any]:
    return {"livery": livery_of(view.board, empire), "empire": view.board.groups[empire].name}


def round_text(view: View) -> str:
    """Return the round in words, with the total if it is fixed (TRN-9); "" during set-up."""
    most = view.options.rounds
    # The counter goes one past the last round when that round ends the game.
    number = min(view.round, most) if most and view.outcome else view.round
    if not number:
        return ""
    return (_ROUND_OF if most else _ROUND).format(round=number, most=most)


_ROUND = "Round {round}"
_ROUND_OF = "Round {round} of {most}"


def _facts(view: View, summary: GameSummary) -> Iterator[str]:
    yield round_text(view) or "Set-up"
    yield spoken(int((summary.ended - summary.began).total_seconds()))
    yield f"{summary.ended.day} {summary.ended:%B %Y}"


def _attack_text(view: View, seating: Seating, attack: AttackSummary) -> dict[str, Any]:
    """Return a decisive attack for the page: its round, and a sentence."""
    words = Words(seating.names, view.ruleset, reader=view.seat)
    text = _ATTACKS["held"]
    if attack.eliminated is not None:
        text = _ATTACKS["eliminated"]
    elif attack.is_captured:
        text = _ATTACKS["captured"]
    parts = words.people(
        attacker=attack.attacker, defender=attack.defender, player=attack.eliminated
    )
    sentence = text.format(
        **parts,
        territory=words.territory(attack.target),
        lost=attack.attack_losses,
        killed=attack.defence_losses,
    )
    return {"round": attack.round, "text": capitalised(sentence)}


_ATTACKS = {
    "eliminated": (
        "{attacker} took {territory} and eliminated {player}. Losses: {lost} attacking, {killed} "
        "defending."
    ),
    "captured": (
        "{attacker} took {territory} from {defender}. Losses: {lost} attacking, {killed} defending."
    ),
    "held": (
        "{attacker} attacked {territory}, but {defender} held it. Losses: {lost} attacking, "
        "{killed} defending."
    ),
}
"""The sentence of a decisive attack, by its result."""


# Places


def places_of(view: View, seating: Seating) -> list[dict[str, Any]]:
    """Return a row for each player, best first."""
    return list(_places(view, seating, summary_of(seating.code)))


def _places(view: View, seating: Seating, summary: GameSummary) -> Iterator[dict[str, Any]]:
    """Yield a row for each player, best first; players who tied share a place."""
    for place, seats in enumerate(required(view.outcome, "outcome").places, start=1):
        for seat in seats:
            player = view.player(seat)
            yield {
                "place": place,
                "seat": seat,
                "is_winner": seat in required(view.outcome, "outcome").winners,
                "is_you": seat == view.seat,
                "is_bot": seating.seats[seat].is_bot,
                **_bearer(view, seating, seat),
                "banners": [_arms(view, empire) for empire in player.banners],
                "fate": paragraph(*_fate(view, seating, player, summary.falls.get(seat))),
            }


FATES = {
    "left": "Left the game.",
    "away": "Was away; a stand-in played the seat.",
    "eliminated": "Eliminated by {captor} in {territory}, round {round}.",
    "held": "Held {territories} with {armies}.",
    "held headquarters": "Held {territories} with {armies} and {headquarters} headquarters.",
}
"""The sentences on how a player's game ended."""


def _fate(view: View, seating: Seating, player: PlayerView, fall: Fall | None) -> Iterator[str]:
    """Yield what became of a player: whether they left, then how they ended."""
    if not player.own:
        yield FATES["left"]
    elif player.control is Control.STEWARD:
        yield FATES["away"]
    held = view.held_by(player.seat)
    if fall is not None:
        yield FATES["eliminated"].format(
            captor=seating.seats[fall.captor].name,
            territory=view.board.territories[fall.territory].name,
            round=fall.round,
        )
    elif held:
        number = sum(territory in held for territory in view.headquarters.values())
        yield FATES["held headquarters" if number else "held"].format(
            territories=counts.territories(len(held)),
            armies=armies(sum(view.armies(territory) for territory in held)),
            headquarters=number,
        )
