"""Tool results: the same data as structured content and as JSON text, small enough for every client.

In the text alone, outputs that could be taken for something else than a value of the page are fenced.
"""

from __future__ import annotations

import base64
import json
import logging
import math
import secrets
from typing import Any, cast

from mcp.types import CallToolResult, ImageContent, TextContent

from awm_mcp.errors import AwmError
from awm_mcp.model import Outcome
from awm_mcp.model.text import cut, harmless, one_line
from awm_mcp.server.safe_texts import LONG, NEXT, as_text, outcome_data

log = logging.getLogger(__name__)

MAX_CHARS = 32_000
"""About 8,000 tokens of Latin text: under the 10,000 at which Claude Code warns."""

_LADDER = ((8000, 200), (4000, 100), (2000, 50), (1000, 30), (500, 20), (200, 10), (80, 5), (40, 2))
_FAILED = frozenset(
    {"precondition_failed", "target_not_found", "ambiguous_target", "step_failed", "postcondition_failed", "unknown"}
)


def answer(data: dict[str, Any], *, is_error: bool = False) -> CallToolResult:
    """Data as a result; too much is cut from its longest texts and lists, and says so."""
    fitted = fit(data)
    text = json.dumps(as_text(fitted), ensure_ascii=False)
    return CallToolResult(content=[TextContent(text=text)], structured_content=fitted, is_error=is_error)


def outcome_result(outcome: Outcome, note: str = "") -> CallToolResult:
    """An outcome as a result; one that did not reach its end counts as an error, so that the agent looks at it."""
    data = outcome_data(outcome)
    if note:
        data["note"] = note
    return answer(data, is_error=outcome.status in _FAILED)


def refusal(error: AwmError) -> CallToolResult:
    """An error of ours: complete in the text, so that the agent can act on it."""
    said = error.as_data()
    told = {"code": said["code"], "expected": one_line(said["expected"]), "seen": harmless(said["seen"], LONG)}
    return answer({**told, "next": one_line(said["next"], NEXT)}, is_error=True)


def mishap(error: BaseException) -> CallToolResult:
    """Any other error: logged under an id; the client learns the id only."""
    mark = secrets.token_hex(4)
    log.error("internal error %s", mark, exc_info=error)
    data = {
        "code": "internal_error",
        "expected": "an answer",
        "seen": f"an internal error, logged as {mark}",
        "next": "try once more; if it stays, give the id and the server's log to the owner, and go on by hand",
    }
    return answer(data, is_error=True)


def picture(data: bytes, mime: str) -> CallToolResult:
    """A picture alone: a client that sees structured content would drop it (openai/codex#10334)."""
    if mime.startswith("image/"):
        return CallToolResult(content=[ImageContent(data=base64.b64encode(data).decode(), mime_type=mime)])
    return CallToolResult(content=[TextContent(text=cut(data.decode("utf-8", "replace"), MAX_CHARS))])


def fit(data: dict[str, Any]) -> dict[str, Any]:
    """The data itself when it is small enough, else with texts and lists cut; lone surrogates are replaced."""
    whole = cast("dict[str, Any]", _clipped(data, 1_000_000, 1_000_000))
    if _size(whole) <= MAX_CHARS:
        return whole
    for characters, items in _LADDER:
        shorter = cast("dict[str, Any]", _clipped(data, characters, items))
        shorter["truncated"] = f"texts cut to {characters} characters and lists to {items} items"
        if _size(shorter) <= MAX_CHARS:
            return shorter
    kept = {key: value for key, value in whole.items() if isinstance(value, (str, int, float, bool)) and _size(value) < 500}
    return {**dict(list(kept.items())[:40]), "truncated": "only the short fields are shown"}


def _size(data: Any) -> int:
    return len(json.dumps(data, ensure_ascii=False))


def _clipped(data: Any, characters: int, items: int) -> Any:
    if isinstance(data, str):
        return cut(data, characters)
    if isinstance(data, dict):
        pairs = list(cast("dict[Any, Any]", data).items())[: max(items, 40)]
        return {cut(str(key), 200): _clipped(value, characters, items) for key, value in pairs}
    if isinstance(data, (list, tuple)):
        return [_clipped(item, characters, items) for item in list(cast("list[Any]", data))[:items]]
    if isinstance(data, float) and not math.isfinite(data):
        return str(data)
    return data
