#!/usr/bin/env python
"""Django's commands for this site."""

import gc
import os
import sys


def main() -> None:
    """Run the command given on the command line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "castlerisk_site.settings")
    # Imported modules stay: searching them for garbage would take a fifth of the start.
    gc.disable()
    try:
        import django
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit("Django is not installed here: run `make environment`, then use .venv/bin/python.")
    try:
        django.setup()
        gc.freeze()
        gc.enable()
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
