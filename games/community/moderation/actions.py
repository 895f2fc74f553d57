"""Running a moderator's action: authorisation, idempotency and the record.

Every use case of moderation calls `carry_out`: one transaction that checks the role, does the work
and adds an entry to the record. Refused attempts are recorded too.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q

from games.community.lobby.tables import announce_change
from games.community.trust.roles import Role, role_of
from games.community.trust.system_messages import post_system_message
from games.exceptions import Refused, Stale
from games.models import LONGEST_REASON, Action, Game, Player, Report, SeatHolder, User
from rules import RulesError

Facts = dict[str, Any]


TOO_LONG = "That is too long: {most} characters at most."


class Forbidden(Refused):
    """The user may not perform this action, or not on this person or game."""


LEAST_ROLE = {
    **dict.fromkeys(("claim", "let_go", "decide", "decide_appeal"), Role.MODERATOR),
    "decide_measure_appeal": Role.MODERATOR,
    **dict.fromkeys(("warn", "mute", "name", "limit", "suspend"), Role.MODERATOR),
    **dict.fromkeys(("rename", "log_out", "hold", "resume", "extend"), Role.MODERATOR),
    **dict.fromkeys(("say", "remove_message", "default", "audit"), Role.MODERATOR),
    **dict.fromkeys(("close", "retitle", "rename_circle"), Role.MODERATOR),
    **dict.fromkeys(("ban", "lift", "give_to_bot", "give_to_person"), Role.SENIOR),
    "close_circle": Role.SENIOR,
    **dict.fromkeys(("cancel", "end", "take_back", "open_secrets"), Role.SENIOR),
    **dict.fromkeys(("extend_all", "announce", "mode", "role"), Role.OPERATOR),
    **dict.fromkeys(("export", "delete"), Role.OPERATOR),
}
"""The lowest role that may perform each action."""


@dataclass(frozen=True, slots=True)
class ActionRequest:
    """A moderator's request for an action: its name, its target and the reason.

    `key` makes it idempotent; `request_id` is the id of the HTTP request.
    """

    name: str
    by: User
    reason: str
    key: str
    person: User | None = None
    game: Game | None = None
    report: Report | None = None
    request_id: str = ""
    noted: Facts = field(default_factory=dict)

    @property
    def required_person(self) -> User:
        """The target person; raises TypeError if there is none."""
        if self.person is None:
            raise TypeError(f"The action {self.name} needs a person.")
        return self.person

    @property
    def required_game(self) -> Game:
        """The target game; raises TypeError if there is none."""
        if self.game is None:
            raise TypeError(f"The action {self.name} needs a game.")
        return self.game

    @property
    def required_report(self) -> Report:
        """The target report; raises TypeError if there is none."""
        if self.report is None:
            raise TypeError(f"The action {self.name} needs a report.")
        return self.report


def carry_out(action: ActionRequest, work: Callable[[], tuple[Facts, Facts]]) -> Action:
    """Run `work` and record the action in one transaction.

    `work` returns the facts before and after the action. If the key was used before, returns the
    recorded action, or raises Stale if that was a different action. If the request is refused
    (Forbidden, Refused or RulesError), only the refused attempt is recorded.
    """
    try:
        with transaction.atomic():
            # Serialise by moderator, so that two requests with one key act only once.
            User.objects.lock(action.by.pk)
            verify(action)
            known = Action.objects.filter(key=action.key, by=action.by.pk).first()
            if known is not None:
                _verify_same(action, known)
                return known
            before, after = work()
            return _written(action, before, after)
    except IntegrityError:
        raise Stale("Another moderator has already done this.") from None
    except (Refused, RulesError) as refusal:
        _written(action, {}, {}, refusal)
        raise


def _verify_same(action: ActionRequest, known: Action) -> None:
    """Raise Stale if the key was used for another action, as this one would otherwise be lost."""
    targets = [one.pk if one else None for one in (action.person, action.game, action.report)]
    if [action.name, *targets] != [known.name, known.person_id, known.game_id, known.report_id]:
        raise Stale("This form belongs to another action. Open the page again.")


def verify(action: ActionRequest) -> None:
    """Raise Forbidden if the user may not perform the action, Refused if its reason is invalid."""
    if role_of(action.by) < LEAST_ROLE[action.name]:
        raise Forbidden("Your role doesn’t allow this.")
    words = action.reason.strip()
    if not words or not words.isprintable() or len(words) > LONGEST_REASON:
        raise Refused(
            "Give a reason, on one line of at most {most} characters.", most=LONGEST_REASON
        )
    verify_target(action.by, action.person, action.game, action.report)


def verify_target(
    by: User, person: User | None = None, game: Game | None = None, report: Report | None = None
) -> None:
    """Raise Forbidden if the target must be left to another moderator."""
    if person is not None:
        verify_person(by, person)
    games = {game, report.game if report else None}
    if any(one is not None and is_seated(by, one) for one in games):
        raise Forbidden("You are or were a player in this game. Another moderator must do this.")
    if report is not None and by.pk in (report.reporter_id, report.reported_id):
        raise Forbidden("You made this report, or it is about you. Another moderator must do this.")


def verify_person(by: User, person: User) -> None:
    """Raise Forbidden if the person is `by`, their opponent, or has an equal or higher role.

    Only opponents in running games count.
    """
    if person.pk == by.pk:
        raise Forbidden("You can’t do this to yourself.")
    if share_running_game(by, person):
        raise Forbidden(
            "You are or were in a running game with this person. Another moderator must do this."
        )
    if role_of(person) > Role.NOBODY and role_of(person) >= role_of(by):
        raise Forbidden("You can’t do this to someone whose role is equal to or above yours.")


def is_seated(user: User, game: Game) -> bool:
    """Return whether a user has or had a seat at a table."""
    return (
        game.players.filter(user=user).exists() or game.players.filter(holders__user=user).exists()
    )


def share_running_game(one: User, other: User) -> bool:
    """Return whether two people have or had seats in the same running game."""
    games = Game.objects.filter(status=Game.Status.RUNNING)
    return games.filter(_seated(one)).filter(_seated(other)).exists()


def _seated(user: User) -> Q:
    # Two subqueries use the indexes on user; a join with OR would scan all seats.
    seats = Player.objects.filter(user=user).values("game")
    left = SeatHolder.objects.filter(user=user).values("player__game")
    return Q(pk__in=seats) | Q(pk__in=left)


def _written(
    action: ActionRequest, before: Facts, after: Facts, refusal: Exception | None = None
) -> Action:
    return Action.objects.create(
        name=action.name,
        key=None if refusal else action.key,
        request_id=action.request_id,
        by=action.by,
        by_name=action.by.name,
        person=action.person,
        game=action.game,
        report=action.report,
        reason=action.reason[:LONGEST_REASON],
        before=before,
        after={**action.noted, **after},
        refusal=str(refusal)[:LONGEST_REASON] if refusal else "",
    )


# Helpers for actions on games


def post_to_table(game: Game, sentence: str) -> None:
    """Post a system message at a table, visible to players and spectators."""
    post_system_message(game.pk, sentence)
    announce_change(game)


def lock_running(game: Game) -> Game:
    """Lock a running game; raise Stale if it is not running."""
    locked = Game.objects.public().select_for_update(no_key=True).get(pk=game.pk)
    if locked.status == Game.Status.OVER:
        raise Stale("This game is over.")
    if locked.status != Game.Status.RUNNING:
        raise Stale("This game is not running.")
    return locked
