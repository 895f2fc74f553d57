"""Parts of a personal data export: account, notices, rest times, tables, circles and links.

Keys and secrets are left out, as anybody who has them could impersonate the site.
"""

from datetime import datetime
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount

from games.community.moderation import reports
from games.community.notices.shared.hooks import own_hooks
from games.community.trust.roles import role_of
from games.models import (
    CircleInvitation,
    CircleMember,
    Delivery,
    Job,
    LastVisit,
    NameOnRecord,
    Notice,
    NoticeChoice,
    PublicLink,
    PushBrowser,
    RestingAddress,
    RestTimes,
    SeatHolder,
    TableInvitation,
    TableWebhook,
    User,
    Vacation,
    Webhook,
)

Rows = list[dict[str, Any]]


def time_of(when: datetime | None) -> str | None:
    """Return a time in ISO format, to the second; None for None."""
    return when.isoformat(timespec="seconds") if when else None


def about_account(user: User, addresses: list[str]) -> dict[str, Any]:
    """Return a person's role, second factors, connections, past names, suppressed addresses."""
    steps = Authenticator.objects.filter(user=user).order_by("pk")
    connections = SocialAccount.objects.filter(user=user).order_by("pk")
    resting = RestingAddress.objects.filter(address__in=addresses).order_by("pk")
    return {
        "role": role_of(user).title,
        "second_steps": [
            {"kind": kind, "name": data.get("name", ""), "since": time_of(at)}
            for kind, data, at in steps.values_list("type", "data", "created_at")
        ],
        "connections": [
            {"provider": provider, "since": time_of(at), "last_used": time_of(used)}
            for provider, at, used in connections.values_list(
                "provider", "date_joined", "last_login"
            )
        ],
        "names_on_record": _listed(NameOnRecord.objects.filter(user=user), "name"),
        "resting_addresses": [
            {"address": address, "reason": reason, "since": time_of(since)}
            for address, reason, since in resting.values_list("address", "reason", "since")
        ],
    }


def _listed(rows: Any, column: str) -> list[Any]:
    return list(rows.order_by("pk").values_list(column, flat=True))


# Notices and their deliveries


def about_notices(user: User) -> dict[str, Any]:
    """Return a person's notices with their deliveries, and their notification settings."""
    chosen = NoticeChoice.objects.filter(user=user)
    browsers = PushBrowser.objects.filter(user=user).order_by("pk")
    return {
        "notices": _notices(user),
        "notice_choice": chosen.values("channels", "digest", "digest_hour").first(),
        "browsers": [
            {"name": name, "since": time_of(at), "rests_since": time_of(rests)}
            for name, at, rests in browsers.values_list("name", "made_at", "rests_since")
        ],
        "webhook": Webhook.objects.filter(user=user).values_list("url", flat=True).first(),
        "table_webhooks": [_hook(hook) for hook in own_hooks(user)],
    }


def _hook(hook: TableWebhook) -> dict[str, Any]:
    return {
        "game": hook.game.code if hook.game else None,
        "circle": hook.circle.code if hook.circle else None,
        "url": hook.url,
        "format": hook.format,
        "kinds": hook.kinds,
        "since": time_of(hook.made_at),
        "off_since": time_of(hook.off_since),
    }


def _notices(user: User) -> Rows:
    brought: dict[Any, Rows] = {}
    deliveries = Delivery.objects.filter(notice__user=user).order_by("next_at", "pk")
    for number, channel, state, tries, answer, done in deliveries.values_list(
        "notice", "channel", "state", "tries", "answer", "done_at"
    ):
        row = {"channel": channel, "state": state, "tries": tries, "answer": answer}
        brought.setdefault(number, []).append({**row, "done": time_of(done)})
    rows = Notice.objects.filter(user=user).order_by("made_at", "pk")
    return [
        {
            "at": time_of(made_at),
            "kind": kind,
            "game": code,
            "text": text,
            "read": time_of(read_at),
            "withheld": withheld,
            "deliveries": brought.get(number, []),
        }
        for number, made_at, kind, code, text, read_at, withheld in rows.values_list(
            "pk", "made_at", "kind", "game__code", "text", "read_at", "withheld"
        )
    ]


# Rest times and tables


def about_rest(user: User) -> dict[str, Any]:
    """Return a person's quiet hours, weekends off and vacations."""
    times = RestTimes.objects.filter(user=user)
    days = Vacation.objects.filter(user=user).order_by("first").values_list("first", "last")
    return {
        "rest_times": times.values("quiet_from", "quiet_until", "weekends").first(),
        "vacations": [
            {"first": first.isoformat(), "last": last.isoformat()} for first, last in days
        ],
    }


def about_tables(user: User) -> dict[str, Any]:
    """Return the tables that a person has hosted, joined, viewed and been invited to by name.

    Invitations that the person has sent do not name the others.
    """
    sat = SeatHolder.objects.filter(user=user).order_by("pk")
    visits = LastVisit.objects.filter(user=user).order_by("pk")
    asked = TableInvitation.objects.filter(user=user).order_by("pk")
    sent = TableInvitation.objects.filter(by=user).order_by("pk")
    return {
        "hosted": _listed(user.hosted, "code"),
        "sat_down": [
            {"game": code, "seat": seat, "at": time_of(at)}
            for code, seat, at in sat.values_list(
                "player__game__code", "player__seat", "sat_down_at"
            )
        ],
        "looked_at": [
            {"game": code, "at": time_of(at)}
            for code, at in visits.values_list("game__code", "seen_at")
        ],
        "invitations": [
            {"game": code, "at": time_of(at), "declined": time_of(declined), "word": word}
            for code, at, declined, word in asked.values_list(
                "game__code", "made_at", "declined_at", "word"
            )
        ],
        "invitations_sent": [
            {"game": code, "at": time_of(at)}
            for code, at in sent.values_list("game__code", "made_at")
        ],
    }


def about_circles(user: User) -> dict[str, Any]:
    """Return a person's circles, and the invitations by name that they got and made."""
    own = CircleMember.objects.filter(user=user).order_by("pk")
    got = CircleInvitation.objects.filter(user=user).order_by("pk")
    made = CircleInvitation.objects.filter(by=user).order_by("pk")
    return {
        "circles": [
            {"circle": code, "name": name, "is_owner": owner == user.pk, "since": time_of(since)}
            for code, name, owner, since in own.values_list(
                "circle__code", "circle__name", "circle__owner", "joined_at"
            )
        ],
        "circle_invitations": [
            {"circle": name, "at": time_of(at), "declined": time_of(declined)}
            for name, at, declined in got.values_list("circle__name", "made_at", "declined_at")
        ],
        # Whom they invited is the others' data.
        "circle_invitations_made": [
            {"circle": name, "at": time_of(at)}
            for name, at in made.values_list("circle__name", "made_at")
        ],
    }


def about_sharing(user: User) -> dict[str, Any]:
    """Return a person's public links, those that name them, and the jobs they asked for."""
    found = PublicLink.objects.order_by("pk").values_list("game__code", flat=True)
    asked = Job.objects.filter(asked_by=user).order_by("pk")
    return {
        "links_opened": list(found.filter(opened_by=user)),
        "links_withdrawn": list(found.filter(withdrawn_by=user)),
        "links_with_name": list(found.filter(named=user)),
        "jobs": [
            {"game": code, "kind": kind, "at": time_of(at)}
            for code, kind, at in asked.values_list("game__code", "kind", "asked_at")
        ],
    }


def reports_about(user: User) -> Rows:
    """Return the reports about a person that were disclosed to them, with the answers they got.

    Appeals are included only if the person made them.
    """
    return [
        {
            "decided": time_of(report.decided_at),
            "category": report.category,
            "answer": report.answer_to_reported,
            "appeal": report.appeal if report.appellant_id == user.pk else "",
            "appeal_answer": report.appeal_answer if report.appellant_id == user.pk else "",
        }
        for report in reports.answered_reports_about(user)
    ]
