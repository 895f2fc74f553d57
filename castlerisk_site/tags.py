"""Template tags that every template has."""

from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag
def site_address() -> str:
    """Return the address of the site, with which whole URLs begin."""
    return settings.SITE_ADDRESS
