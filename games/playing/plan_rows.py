"""Turn plans as rows of TurnPlan, and as notes in the clocks (ORD-8)."""

from games.models import TurnPlan
from games.playing.plans.steps import Plan, TradeStep, from_json
from games.storage.store.clocks import PlanNote

Status = TurnPlan.Status

OFF, DONE = "plan", "plan done"
"""The `Disarm.order` of a plan that was switched off, and of one that was carried out."""


def plan_of(row: TurnPlan) -> Plan:
    """Return the plan of a row."""
    return Plan(tuple(map(from_json, row.steps)), row.at, row.begun)


def note_of(row: TurnPlan) -> PlanNote:
    """Return a plan's note as stored in the clocks."""
    trades = any(step["step"] == TradeStep.name for step in row.steps)
    return PlanNote(row.user_id, row.status, trades, row.reason)
