"""The words of the product as pydantic models. Knows no browser, no database, no protocol."""

from awm_mcp.model.action import ACTION_TYPES, READS_ONLY, Action, ActionType, Became, Dialog, Landed
from awm_mcp.model.answers import (
    Answer,
    Call,
    Catalogue,
    FindAnswer,
    FoundWorkflow,
    LearnedWorkflow,
    ReportAnswer,
    ReportStatus,
)
from awm_mcp.model.event import Caller, Event, EventKind
from awm_mcp.model.outcome import Candidate, Healed, Outcome, PageState, SeenEnd, Status, StepDone, Stopped
from awm_mcp.model.run import Effect, Run, Step
from awm_mcp.model.target import Frame, Landmark, Place, Seen, Spot, Target
from awm_mcp.model.value import Gap, Param, Text, Value, value
from awm_mcp.model.workflow import Evidence, Expectation, FlowStep, ForEach, Output, Parameter, Risk, State, Workflow

__all__ = [
    "ACTION_TYPES",
    "READS_ONLY",
    "Action",
    "ActionType",
    "Answer",
    "Became",
    "Call",
    "Caller",
    "Candidate",
    "Catalogue",
    "Dialog",
    "Effect",
    "Event",
    "EventKind",
    "Evidence",
    "Expectation",
    "FindAnswer",
    "FlowStep",
    "ForEach",
    "FoundWorkflow",
    "Frame",
    "Gap",
    "Healed",
    "Landed",
    "Landmark",
    "LearnedWorkflow",
    "Outcome",
    "Output",
    "PageState",
    "Param",
    "Parameter",
    "Place",
    "ReportAnswer",
    "ReportStatus",
    "Risk",
    "Run",
    "Seen",
    "SeenEnd",
    "Spot",
    "State",
    "Status",
    "Step",
    "StepDone",
    "Stopped",
    "Target",
    "Text",
    "Value",
    "Workflow",
    "value",
]
