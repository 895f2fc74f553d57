"""Drawing of templates for caches and sockets, where no request may leave a trace."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC
from typing import Any

from django.template.loader import render_to_string
from django.urls import get_script_prefix, set_script_prefix
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe

PREFIX = "/"
"""What the path of every URL of the site begins with."""


def draw(template: str, context: Mapping[str, Any]) -> SafeString:
    """Draw a template from its context alone: the result may be kept and shown to others.

    The URL prefix and the time zone of the thread belong to the request it is answering.
    """
    with _without_request():
        return mark_safe(render_to_string(template, context).strip())


@contextmanager
def _without_request() -> Iterator[None]:
    prefix = get_script_prefix()
    set_script_prefix(PREFIX)
    try:
        with timezone.override(UTC):
            yield
    finally:
        set_script_prefix(prefix)
