"""How to play: a page of lessons with pictures for each game."""

import pytest
from django.urls import reverse

from games.drawing.board.how_to_play import LESSONS
from games.drawing.board.vignettes import Vignette
from games.drawing.display.options import PLAYABLE
from games.drawing.display.rulebook import rulebook_of
from rules import RULESETS

EVERY_LESSON = [
    pytest.param(RULESETS[name], lesson, id=f"{name}: {lesson.title}")
    for name, lessons in LESSONS.items()
    for lesson in lessons
]


def test_every_game_is_explained():
    assert set(LESSONS) == {game.name for game in PLAYABLE}


@pytest.mark.parametrize("ruleset", PLAYABLE, ids=lambda ruleset: ruleset.name)
def test_a_page_has_a_picture_for_each_lesson_and_begins_the_game(
    client, db, ruleset, django_assert_num_queries
):
    with django_assert_num_queries(0):
        html = client.get(reverse("how_to_play", args=[ruleset.name])).content.decode()
    lessons = LESSONS[ruleset.name]
    assert html.count('<svg class="illustration') == html.count("lesson-number") == len(lessons)
    assert "<b>hints</b> explain" in html and "<b>Advice</b> says" in html
    assert f'name="game" value="{ruleset.name}"' in html and "{" not in html.partition("<main")[2]


@pytest.mark.parametrize(("ruleset", "lesson"), EVERY_LESSON)
def test_a_lesson_cites_a_rule_of_its_game_and_shows_a_legal_attack(ruleset, lesson):
    anchors = "".join(chapter.html for chapter in rulebook_of(ruleset).chapters)
    assert f'id="{lesson.rule}"' in anchors
    if isinstance(lesson.picture, Vignette):
        territories = ruleset.board.territories
        assert set(lesson.picture.held) | set(lesson.picture.castles) <= set(territories)
        assert all(0 <= player < 6 and armies for player, armies in lesson.picture.held.values())
        if lesson.picture.attack and lesson.title[:4] != "Sail":
            source, target = lesson.picture.attack
            assert target in territories[source].neighbours
    else:
        assert lesson.picture in ("cards", "sets", "dice", "event")


def test_there_is_no_page_for_another_game(client, db):
    assert client.get(reverse("how_to_play", args=["chess"])).status_code == 404
