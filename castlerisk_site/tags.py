"""Template tags available in every template."""

from typing import Any

from django import template
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from castlerisk_site.part_templates import rule_link
from games.community.lobby.invitations.received import Invitation, last_invitation
from games.community.moderation.reports import has_record
from games.community.people.login_providers import NAMES, offered
from games.community.people.preferences import theme_of
from rules.sentences.words import isolated

register = template.Library()
register.filter(isolated)
register.simple_tag(rule_link)


@register.simple_tag(takes_context=True)
def include_part(context: template.Context, part: str, **more: Any) -> SafeString:
    """Render a template of `templates/parts`, as `include` renders others."""
    known: dict[str, Any] = {str(name): value for name, value in context.flatten().items()}
    html = render_to_string(part, known | more, context.get("request"))
    return mark_safe(html)  # noqa: S308 - rendered


@register.simple_tag
def site_address() -> str:
    """Return the address of the site, the beginning of every absolute URL."""
    return settings.SITE_ADDRESS


@register.simple_tag(takes_context=True)
def theme(context: template.Context) -> str:
    """Return the theme chosen in the requesting browser: "light", "dark" or "auto"."""
    request = context.get("request")
    return theme_of(request) if request else "auto"


@register.simple_tag(takes_context=True)
def has_moderation_record(context: template.Context) -> bool:
    """Return whether the visitor's moderation record has any entries to show."""
    user = context["request"].user
    return user.is_authenticated and has_record(user)


@register.simple_tag(takes_context=True)
def invitation(context: template.Context) -> Invitation | None:
    """Return the visitor's last invitation to a game that they have not joined and still can."""
    return last_invitation(context["request"])


@register.simple_tag
def login_providers() -> list[tuple[str, str]]:
    """Return the id and name of each provider that people may log in with."""
    return list(offered().items())


@register.filter
def provider_name(provider: str) -> str:
    """Return the name of a provider of log-ins."""
    return NAMES.get(provider, provider)


@register.simple_tag
def site_contact() -> str:
    """Return the operator's email address or web page; "" if none is set."""
    return settings.CONTACT


@register.simple_tag
def site_contact_link() -> str:
    """Return the operator's contact as a link; "" if none is set."""
    contact = settings.CONTACT
    if not contact:
        return ""
    target = contact if contact.startswith("https://") else f"mailto:{contact}"
    return format_html('<a href="{}">{}</a>', target, contact)
