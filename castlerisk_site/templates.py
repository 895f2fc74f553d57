"""How templates are read: without the indentation that only their authors need."""

import re

from django.template import Origin
from django.template.loaders import filesystem

_INDENTATION = re.compile(r"\n[ \t]+")


class Unindented(filesystem.Loader):
    """Reads templates of pages so that what is sent to everybody has no indentation."""

    def get_contents(self, origin: Origin) -> str:
        """Return a template's text; TemplateDoesNotExist where there is none."""
        text = super().get_contents(origin)
        return _INDENTATION.sub("\n", text) if origin.name.endswith(".html") else text
