"""The Jinja environment of the table's parts, and what their templates may call.

Nothing here may depend on a request, such as its URL prefix, language or time zone: parts are drawn
once and shared.
"""

from collections.abc import Callable
from typing import Any

from django.templatetags.static import static
from django.urls import get_resolver
from django.utils.html import format_html
from django.utils.text import capfirst
from jinja2 import ChainableUndefined, Environment, FileSystemLoader

from castlerisk_site.backends.template_loader import unindented


def environment(loader: FileSystemLoader, **options: Any) -> Environment:
    """Return the environment for the templates in `templates/parts`."""
    options |= {"loader": UnindentedLoader(loader.searchpath), "undefined": ChainableUndefined}
    parts = Environment(**options)  # noqa: S701 - Django's options escape
    parts.globals.update(rule_link=rule_link, static=static, url=url)
    parts.filters["capfirst"] = capfirst
    return parts


def url(name: str, *args: object) -> str:
    """Return the URL of a view."""
    return f"/{get_resolver().reverse(name, *args)}"


def rule_link(rule: str) -> str:
    """Return a link to a rule of the rulebook."""
    return format_html(
        '<a class="rule" href="{0}#{1}" title="Rule {1}" aria-label="Rule {1}">?</a>',
        url("rules"),
        rule,
    )


class UnindentedLoader(FileSystemLoader):
    """Loads templates without indentation, which only makes pages larger."""

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        """Return a template's text, its file and a check for changes; raise TemplateNotFound."""
        text, file, is_unchanged = super().get_source(environment, template)
        return unindented(text), file, is_unchanged
