"""The folder for persistent data, and the secrets stored in it."""

import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from castlerisk_site.settings import variables
from castlerisk_site.settings.variables import env

ROOT = Path(__file__).resolve().parents[2]
_NO_FOLDER = "{folder} cannot be created: {reason}."
_NO_FILE = "{file} cannot be read or written: {reason}."


def _kept_folder() -> Path:
    """Return the folder for persistent data; create it on the first start."""
    folder = Path(env.str("CASTLERISK_VAR", default="") or ROOT / "var")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        sentence = _NO_FOLDER.format(folder=folder, reason=error.strerror)
        raise ImproperlyConfigured(sentence) from None
    return folder


def _random_text() -> str:
    return secrets.token_urlsafe(50)


def _kept_secret(path: Path, new: Callable[[], str] = _random_text) -> str:
    """Return the secret in a file; create it on the first start."""
    try:
        if not path.exists():
            _make_secret(path, new())
        return path.read_text(encoding="ascii")
    except OSError as error:
        sentence = _NO_FILE.format(file=path, reason=error.strerror)
        raise ImproperlyConfigured(sentence) from None


def _make_secret(path: Path, secret: str) -> None:
    draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        draft.touch(mode=0o600, exist_ok=False)
        draft.write_text(secret, encoding="ascii")
        # If several processes start at once, they all use the secret of the first.
        with suppress(FileExistsError):
            os.link(draft, path)
    finally:
        draft.unlink(missing_ok=True)


VAR = _kept_folder()
SECRET_KEY = _kept_secret(VAR / "secret-key")
PUSH_SECRET = _kept_secret(VAR / "push-key")
SEED_KEYS = variables.seed_keys(
    _kept_secret(
        Path(env.str("CASTLERISK_SEED_KEY", default="") or VAR / "seed-key"), variables.new_seed_key
    )
)
SIGNING_KEYS = variables.seed_keys(
    _kept_secret(
        Path(env.str("CASTLERISK_SIGNING_KEY", default="") or VAR / "signing-key"),
        variables.new_seed_key,
    )
)
