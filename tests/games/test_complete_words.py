"""Tables of words, panels and pictures have an entry for every kind that the rules know."""

import pytest

from games import card_texts, event_lines, measures, notice_choices, outcomes, since
from games.absence_shown import SENTENCES as ABSENCE
from games.diplomacy_pacts import _ENDS
from games.furniture import SETUP
from games.hints import _OF_QUESTIONS, HINTS
from games.models import AbsenceStep, Measure, Notice
from games.notice_facts import _TELLERS
from games.panel import PANELS
from games.panel_armies import _PURPOSES
from games.panel_orders import QUESTIONS
from games.panel_windows import SCOPES
from games.plan_steps import STEPS, Otherwise, Stage
from games.plan_words import KINDS, OTHERWISE, PARTS
from games.plan_words import SENTENCES as PLANNED
from games.planned import ACTS
from games.steps import NAMES
from rules.cards import EventCard
from rules.forms import FALLBACKS, ORDER_CHOICES
from rules.moves import Scope
from rules.players import DecisionKind
from rules.reasons import GameEnd, PactEnd
from rules.ruleset import Phase
from rules.rulesets import RULESETS
from rules.spoils import PLACING_RULES
from rules.written_events import EVENTS

UNSEEN_PHASES = {Phase.DEAL_CARDS, Phase.FIRST_TURN, Phase.END_OF_TURN}
"""Phases in which nobody is asked; the others are steps of a turn or of the set-up."""

TABLES = {
    "ends of games": (outcomes.REASONS, GameEnd),
    "event lines": (event_lines.LINES, EventCard),
    "motifs of event cards": (card_texts.MOTIFS, EventCard),
    "panels": (PANELS, DecisionKind),
    "headings of placements": (_PURPOSES, PLACING_RULES),
    "orders asked": (QUESTIONS, ORDER_CHOICES),
    "fall-backs of orders": (FALLBACKS, ORDER_CHOICES),
    "scopes of answers": (SCOPES, Scope),
    "sentences of plans": (PLANNED, STEPS.values()),
    "acts of plans": (ACTS, STEPS.values()),
    "kinds of plan steps": (KINDS, STEPS),
    "parts of plans": (PARTS, Stage),
    "failures of plans": (OTHERWISE, Otherwise),
    "absences": (ABSENCE, AbsenceStep.Step),
    "measures": (measures.SENTENCES, Measure.Kind),
    "notices one chooses": (notice_choices.KINDS, set(Notice.Kind) - {Notice.Kind.TRIAL}),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_has_every_kind_and_no_other(name):
    table, kinds = TABLES[name]
    assert set(table) == set(kinds)


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda ruleset: ruleset.name)
def test_every_battle_card_of_a_game_has_its_text(ruleset):
    for card in ruleset.battle_cards:
        assert card_texts.battle_text(ruleset, card).title


def test_every_pact_ends_in_words():
    never_begun = {(end, False) for end in PactEnd}
    begun = {(end, True) for end in PactEnd if end is not PactEnd.REFUSED}
    assert set(_ENDS) == never_begun | begun | {("broken", True)}


def test_every_phase_in_which_somebody_is_asked_has_its_name():
    asked = {phase for phase in Phase if phase not in UNSEEN_PHASES}
    silent = {Phase.NEUTRAL_DEALT, Phase.FIRST_BEGINS}
    assert set(SETUP) | set(NAMES) == asked - silent


def test_tables_of_some_events_name_events_that_there_are():
    told = {*_TELLERS, *since.CARDS, *since.DEEDS, *since.PACTS}
    assert told <= set(EVENTS)
    assert set(_OF_QUESTIONS.values()) <= set(HINTS)
