"""A template loader that removes indentation."""

import re

from django.template import Origin
from django.template.loaders import filesystem

_INDENTATION = re.compile(r"\n[ \t]+")


class UnindentedLoader(filesystem.Loader):
    """Loads HTML templates without indentation, which only makes pages larger."""

    def get_contents(self, origin: Origin) -> str:
        """Return a template's text; raise TemplateDoesNotExist if there is none."""
        text = super().get_contents(origin)
        return unindented(text) if origin.name.endswith(".html") else text


def unindented(text: str) -> str:
    """Return a template's text without indentation."""
    return _INDENTATION.sub("\n", text)
