"""Lookup tables of words, panels and pictures have an entry for every kind in the rules."""

import pytest

from games.community.notices import preferences
from games.community.notices.pages import DELIVERIES
from games.community.trust import restrictions
from games.drawing.display.turn_steps import NAMES
from games.models import AbsenceStep, Delivery, Measure, Notice
from games.playing.plans.next_move import ACTS
from games.playing.plans.steps import STEPS, Otherwise, Stage
from games.table.panel.attack.windows import SCOPES
from games.table.panel.orders.plan_sentences import IF_NOT, KINDS, OTHERWISE, PARTS
from games.table.panel.orders.plan_sentences import SENTENCES as PLANNED
from games.table.panel.orders.standing_orders import QUESTIONS
from games.table.panel.panel import PANELS
from games.table.panel.place_armies import _PURPOSES
from games.table.panel.waiting import _PLAYED_BY
from games.table.sidebar import outcome
from games.table.sidebar.absence import SENTENCES as ABSENCE
from games.table.sidebar.hints import _OF_QUESTIONS, HINTS
from games.table.sidebar.pacts import _ENDS
from games.table.sidebar.status import SETUP
from rules.cards import BATTLE_CARDS, EVENT_CARDS, BattleCard, Change, EventCard
from rules.chapters.armies.spoils import PLACING_RULES
from rules.chapters.event_cards.effects import EFFECTS
from rules.moves import Control, Scope
from rules.moves.orders_and_wishes import FALLBACKS, ORDER_CHOICES
from rules.questions import DecisionKind
from rules.reasons import GameEnd, PactEnd
from rules.rulesets.ruleset import Phase

UNSEEN_PHASES = {Phase.DEAL_CARDS, Phase.FIRST_TURN, Phase.END_OF_TURN}
"""Phases without a decision; the others are steps of a turn or of the set-up."""

OF_CARDS_IN_FORCE = {Change.CLOSURE, Change.SAILING, Change.HIGHEST_DIE}
"""What only cards in force change."""

TABLES = {
    "ends of games": (outcome.REASONS, GameEnd),
    "battle cards": (BATTLE_CARDS, BattleCard),
    "event cards": (EVENT_CARDS, EventCard),
    "effects of events": (EFFECTS, set(Change) - OF_CARDS_IN_FORCE),
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
    "sentences of failures of plans": (IF_NOT, Otherwise),
    "states of deliveries": (DELIVERIES, Delivery.State),
    "players of a seat": (_PLAYED_BY, set(Control) - {Control.PLAYER}),
    "absences": (ABSENCE, AbsenceStep.Step),
    "measures": (restrictions.SENTENCES, Measure.Kind),
    "notices one chooses": (preferences.KINDS, set(Notice.Kind) - {Notice.Kind.TRIAL}),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_has_every_kind_and_no_other(name):
    table, kinds = TABLES[name]
    assert set(table) == set(kinds)


def test_every_pact_ends_in_words():
    never_begun = {(end, False) for end in PactEnd}
    begun = {(end, True) for end in PactEnd if end is not PactEnd.REFUSED}
    assert set(_ENDS) == never_begun | begun | {("broken", True)}


def test_every_phase_with_decisions_has_a_name():
    asked = {phase for phase in Phase if phase not in UNSEEN_PHASES}
    silent = {Phase.NEUTRAL_DEALT, Phase.FIRST_BEGINS}
    assert set(SETUP) | set(NAMES) == asked - silent


def test_questions_have_hints_that_there_are():
    assert set(_OF_QUESTIONS.values()) <= set(HINTS)
