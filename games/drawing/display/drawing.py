"""Render templates for caches and sockets, independently of the current request."""

from collections.abc import Mapping
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe


def draw(part: str, context: Mapping[str, Any]) -> SafeString:
    """Render a template of `templates/parts`, so that the result can be cached and shared."""
    return mark_safe(render_to_string(part, context).strip())  # noqa: S308 - rendered
