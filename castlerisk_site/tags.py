"""Template tags that every template has."""

from django import template
from django.conf import settings
from django.utils.html import format_html

from games.people.preferences import theme_of

register = template.Library()


@register.simple_tag
def site_address() -> str:
    """Return the address of the site, with which whole URLs begin."""
    return settings.SITE_ADDRESS


@register.simple_tag(takes_context=True)
def theme(context: template.Context) -> str:
    """Return light, dark or auto: what the browser shows that asked for the page."""
    request = context.get("request")
    return theme_of(request) if request else "auto"


@register.simple_tag
def site_contact() -> str:
    """Return the mail address or web page of whoever runs the site; empty if none is set."""
    return settings.CONTACT


@register.simple_tag
def site_contact_link() -> str:
    """Return the same as a link."""
    contact = settings.CONTACT
    if not contact:
        return ""
    target = contact if contact.startswith("https://") else f"mailto:{contact}"
    return format_html('<a href="{}">{}</a>', target, contact)
