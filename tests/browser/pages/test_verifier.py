"""The verifier: a game checked against its record and the browser's receipts, and bad files."""

import json
import random
import re
import sqlite3
from contextlib import closing, contextmanager

import pytest
from playwright.sync_api import expect

from tests.support.rules.changing import damage
from tests.support.rules.recorded_games import short_document

KEPT = "This browser keeps receipts of 1 game."
IS_KEPT = """() => new Promise((resolve) => {
    const opening = indexedDB.open("castlerisk-receipts", 1);
    opening.onupgradeneeded = () => opening.transaction.abort();
    opening.onerror = () => resolve(false);
    opening.onsuccess = () => {
        const asked = opening.result.transaction("games").objectStore("games").count();
        asked.onsuccess = () => resolve(asked.result > 0);
        opening.result.close();
    };
})"""
CHECK_ALL = """async (texts) => {
    const found = [];
    for (const text of texts) found.push((await verify(text)).problem?.reason ?? "");
    return found;
}"""


@contextmanager
def swapped(site, table, column, where, change):
    """Change a value in the database for a while, as an operator could."""
    with closing(sqlite3.connect(site.folder / "castlerisk.sqlite3", 20)) as database:
        row, old = database.execute(f"SELECT id, {column} FROM {table} WHERE {where}").fetchone()

        def put(value):
            with database:
                database.execute(f"UPDATE {table} SET {column} = ? WHERE id = ?", (value, row))

        put(change(old))
        yield
        put(old)


def other(text):
    """Another text of the same form."""
    return ("1" if text[0] == "0" else "0") + text[1:]


def another_die(private):
    data = json.loads(private)
    die = next(draw["values"] for draw in data["draws"] if draw["kind"] == "roll")
    die[0] = die[0] % 6 + 1
    return json.dumps(data)


def another_event(public):
    data = json.loads(public)
    battle = next(event for event in data["events"] if event["event"] == "battle_fought")
    battle["attack_dice"][0] = battle["attack_dice"][0] % 6 + 1
    return json.dumps(data)


@pytest.mark.covers("the verifier, receipts, and an operator who changes a game")
def test_a_changed_game_is_convicted_by_the_page(site, visitor, tmp_path):
    code, [session] = site.prepare("finished", people=["keeper"])
    player = visitor()
    page = player.page
    warning, mark = page.locator("#receipt-warning"), page.locator(".receipt-mark")
    game = f"(SELECT id FROM games_game WHERE code = '{code}')"
    mine = f"game_id = {game} AND user_id IS NOT NULL"
    dice = f"game_id = {game} AND private LIKE '%attack dice%'"
    event = f"game_id = {game} AND public LIKE '%battle_fought%'"
    with swapped(site, "games_move", "public", event, another_event):
        # At the end the page makes the chain of what everybody saw again.
        player.sit(code, session)
        expect(warning).to_contain_text("ends differently")
        expect(mark).to_have_count(0)

    def check():
        page.goto(f"/verify/?game={code}")
        expect(page.locator("#report")).to_be_visible()
        return page.locator("#reasons").inner_text()

    def receipts():
        return page.locator("#checks tr", has_text="Your receipts").inner_text()

    page.wait_for_function(IS_KEPT)
    page.goto("/verify/")
    expect(page.locator("#receipt-count")).to_have_text(KEPT)
    check()
    expect(page.locator("#report")).to_have_attribute("data-verdict", "holds")
    assert "holds" in receipts()
    for table, column, where, change, reason, said in (
        ("games_game", "seed_commitment", f"code = '{code}'", other, "published seal", "seal"),
        (
            "games_player",
            "public_value",
            mine,
            lambda _: "00ff",
            "^Entry 0: .* the seed gives",
            "value",
        ),
        ("games_game", "seed", f"code = '{code}'", lambda seed: seed[::-1], "published seal", ""),
        ("games_move", "public", event, another_event, r"^Entry \d+: The record shows", ""),
        ("games_move", "private", dice, another_die, r"^Entry \d+: .* the seed gives", ""),
    ):
        with swapped(site, table, column, where, change):
            assert re.search(reason, check())
            expect(page.locator("#report")).to_have_attribute("data-verdict", "wrong")
            if said:
                assert "wrong" in receipts()
                page.goto(f"/games/{code}/")
                expect(warning).to_contain_text(said)
                expect(warning.get_by_role("link", name="Save the proof")).to_be_visible()
    page.goto(f"/games/{code}/")
    expect(mark).to_contain_text("fits the receipts")
    expect(warning).to_have_count(0)

    # A saved copy checks a file without the site.
    copy, record = tmp_path / "verifier.html", tmp_path / "record.json"
    copy.write_bytes(page.request.get("/verify/").body())
    record.write_bytes(page.request.get(f"/games/{code}/record.json").body())
    page.goto(copy.as_uri())
    expect(page.get_by_role("link")).to_have_count(0)
    page.set_input_files("#record", record)
    expect(page.locator("#report")).to_be_visible()
    expect(page.locator("#report")).not_to_have_attribute("data-verdict", "wrong")

    # A shared device keeps nothing.
    page.goto("/verify/")
    page.get_by_label("Several people share this device").check()
    expect(page.locator("#receipt-count")).to_contain_text("0 games")
    player.sit(code, session)
    page.goto("/verify/")
    expect(page.locator("#receipt-count")).to_contain_text("0 games")


def test_five_hundred_damaged_records_are_answered(visitor):
    source = random.Random(40)
    page = visitor().page
    page.goto("/verify/")
    right = short_document()
    for _ in range(5):
        texts = []
        for _ in range(100):
            document = json.loads(right)
            damage(document, source)
            texts.append(json.dumps(document)[: source.choice([None, None, 20_000])])
        found = page.evaluate(CHECK_ALL, texts)
        # A changed name is no fault.
        assert len(found) == 100 and sum(map(bool, found)) > 90
