"""Attack: let a page of another site send forms and open sockets with the player's cookies.

Both are refused; each refusal is logged and counted, without the path of the request.
"""

import pytest
from websockets.exceptions import InvalidStatus

from tests.support.attackers.sites import running_site
from tests.support.servers.live import Browser

pytestmark = pytest.mark.django_db(transaction=True)

FOREIGN = "https://evil.example"


def counted(site, kind):
    """Return the number of refusals of a kind in the metrics."""
    line = f'castlerisk_foreign_total{{kind="{kind}"}} '
    figures = site.ask("GET", "/metrics").text.splitlines()
    return sum(float(each.removeprefix(line)) for each in figures if each.startswith(line))


def test_refused_forms_and_sockets_are_logged_and_counted(tmp_path, table):
    with running_site(tmp_path) as site:
        path = f"/games/{table.code}/moves/?canary"
        form = {"key": "one", "move": "resign"}
        for origin in (FOREIGN, "null"):
            headers = {"Origin": origin}
            assert site.ask("POST", path, form, headers=headers).status == 403
            with pytest.raises(InvalidStatus):
                Browser(site, table.mover).listen(f"/ws/games/{table.code}/", origin=origin)
        assert counted(site, "csrf") == counted(site, "socket origin") == 2
        lines = [line for line in site.log.splitlines() if "castlerisk.refused" in line]
    assert len(lines) == 4
    assert sum("evil.example" in line for line in lines) == 2
    assert not [line for line in lines if "/games/" in line or "canary" in line]
