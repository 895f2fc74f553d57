"""Template tags available in every template."""

from django import template
from django.conf import settings
from django.urls import reverse
from django.utils.html import format_html

from games.community.moderation.reports import has_record
from games.community.people.preferences import theme_of
from rules.sentences.words import isolated

register = template.Library()
register.filter(isolated)


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


@register.simple_tag
def rule_link(rule: str) -> str:
    """Return a link to a rule of the rulebook."""
    return format_html(
        '<a class="rule" href="{0}#{1}" title="Rule {1}" aria-label="Rule {1}">?</a>',
        reverse("rules"),
        rule,
    )
