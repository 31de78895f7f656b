"""A form that the browser itself did not send, because a field holds a value that it may not."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from awm_mcp.errors import StepStopped
from awm_mcp.model.text import plain
from awm_mcp.replay.browsing.page_script import evaluate_each

if TYPE_CHECKING:
    from awm_mcp.replay.player import Player
    from awm_mcp.replay.staging.stage import Stage

# The browser puts the focus into the first field that keeps a form from being sent.
_INVALID = """() => { const field = document.activeElement;
  if (!field || !field.form || field.form.noValidate || !field.matches(':invalid') || !field.validationMessage) return null;
  const label = field.labels && field.labels[0] ? field.labels[0].innerText : field.getAttribute('aria-label') || field.name;
  return [label || 'a field', field.validationMessage]; }"""


async def check_field(player: Player, expected: str) -> None:
    """Stops for a field that kept a form from being sent; the step then counts as not done, so that it may be done again.

    Raises:
        StepStopped: ``invalid_value``.
    """
    number, stage = player.step, player.stage
    if stage.activity.caused or stage.page.is_closed() or player.steps[number - 1].action is None:
        return
    found = await _invalid(stage)
    if found is None:
        return
    player.done = min(player.done, number - 1)
    player.sent.discard(number)
    label, message = (plain(stage.redact(text), 120) for text in found)
    raise StepStopped(
        "invalid_value", expected=expected, seen=f"the form was not sent: field {label!r} says {message!r}",
        next=f"nothing was sent; correct the value of {label!r} and call again with it",
    )  # fmt: skip


async def _invalid(stage: Stage) -> tuple[str, str] | None:
    told = cast("list[list[str] | None]", await evaluate_each(stage.own_frames(), _INVALID))
    return next(((one[0], one[1]) for one in told if one is not None), None)
