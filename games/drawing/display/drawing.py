"""Render templates for caches and sockets, independently of the current request."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC
from typing import Any

from django.template.loader import render_to_string
from django.urls import get_script_prefix, set_script_prefix
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe

PREFIX = "/"
"""The URL prefix of the site."""


def draw(template: str, context: Mapping[str, Any]) -> SafeString:
    """Render a template from its context alone, so that the result can be cached and shared.

    The current thread's URL prefix and time zone belong to a request, so they are reset while
    rendering.
    """
    with _without_request():
        return mark_safe(render_to_string(template, context).strip())  # noqa: S308 - rendered


@contextmanager
def _without_request() -> Iterator[None]:
    prefix = get_script_prefix()
    set_script_prefix(PREFIX)
    try:
        with timezone.override(UTC):
            yield
    finally:
        set_script_prefix(prefix)
