"""What an agent is shown of a page: a compact accessibility snapshot with references, without the values of secrets."""

from __future__ import annotations

import logging
import re
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from awm_mcp.model.text import cut, fenced
from awm_mcp.replay.browsing.faults import tells_of_crash
from awm_mcp.replay.browsing.page_script import evaluate_each
from awm_mcp.replay.values import masking

if TYPE_CHECKING:
    from playwright.async_api import Locator, Page

_log = logging.getLogger(__name__)
MASK = "<secret>"
LEAST_FOLDED = 300
_AROUND = re.compile(r"\s*- (?:navigation|banner|contentinfo|complementary)\b")
_HELD = """() => {
  const found = [], labels = /passw|passcode|one.?time|\\botp\\b|cvv|cvc|card number/i;
  // Widgets that suggest give "new-password" only to keep the browser from suggesting, too.
  const suggests = el => ['combobox', 'searchbox', 'listbox'].includes(el.getAttribute('role')) || el.type === 'search';
  const look = root => {
    for (const el of root.querySelectorAll('*')) {
      if (el.shadowRoot) look(el.shadowRoot);
      if (el.tagName !== 'INPUT' || !el.value) continue;
      const auto = el.autocomplete || '', said = [el.name, el.id, el.placeholder, el.getAttribute('aria-label')].join(' ');
      const secret = el.type === 'password' || /one-time-code|^cc-(number|csc|exp)/.test(auto) ||
        /password/.test(auto) && !suggests(el) || labels.test(said);
      if (secret) found.push(el.value);
    }
  };
  look(document);
  return found;
}"""


async def held_secrets(page: Page) -> set[str]:
    """Values that stand in secret fields right now, in all frames."""
    return {str(one) for held in await evaluate_each(page.frames, _HELD) for one in held}


def masked(text: str, secrets: Collection[str]) -> str:
    """The text without the secrets, however they are encoded; very short ones only where a field shows its value."""
    spelled = {form for one in secrets for form in (one, one.strip()) if form.strip()}
    for secret in sorted(spelled, key=len, reverse=True):
        if len(secret) < masking.SHORT:
            exact = re.escape(secret)
            text = re.sub(
                rf'(?m)^(\s*- (?:textbox|searchbox|spinbutton|combobox)[^\n]*: "?){exact}("?)$', rf"\1{MASK}\2", text
            )
    return masking.masked(text, {secret: MASK for secret in spelled if len(secret) >= masking.SHORT})


async def snapshot_of(place: Page | Locator, timeout_s: float, depth: int | None = None) -> str | None:
    """The accessibility snapshot with references; None when the page does not give one in time.

    Raises:
        Error: the page crashed; no snapshot of it will ever come.
    """
    from playwright.async_api import Error

    options: dict[str, Any] = {"timeout": timeout_s * 1000, "mode": "ai"}
    if depth is not None:
        options["depth"] = depth
    try:
        return await place.aria_snapshot(**options)
    except Error as problem:
        if tells_of_crash(problem):
            raise
        _log.debug("no snapshot: %s", problem)
        return None


def shown(snapshot: str, limit: int) -> str:
    """A snapshot as fenced page text. What is too long is folded around the page's content first, then cut."""
    if len(snapshot) > limit:
        snapshot = _folded(snapshot, limit)
    if len(snapshot) > limit:
        kept = snapshot[:limit].rsplit("\n", 1)[0]
        snapshot = f"{kept}\n… {len(snapshot) - len(kept)} more characters: ask for a part with `target`, or with `depth`"
    return fenced(cut(snapshot, limit + 200), limit + 400)


def _folded(snapshot: str, limit: int) -> str:
    """The snapshot without what stands in menus, page heads, side columns and feet, until it fits; they keep their lines."""
    lines, excess = snapshot.split("\n"), len(snapshot) - limit
    kept: list[str] = []
    number = 0
    while number < len(lines):
        inside = _inside(lines, number) if excess > 0 and _AROUND.match(lines[number]) else 0
        size = sum(len(line) + 1 for line in lines[number + 1 : number + 1 + inside])
        folds = size > LEAST_FOLDED
        kept.append(f"{lines[number].rstrip(':')}: … {size} characters, shown with `target`" if folds else lines[number])
        excess -= size if folds else 0
        number += 1 + (inside if folds else 0)
    return "\n".join(kept)


def _inside(lines: list[str], number: int) -> int:
    """How many of the lines after this one stand deeper."""
    depth = _depth(lines[number])
    after = (count for count, line in enumerate(lines[number + 1 :]) if line.strip() and _depth(line) <= depth)
    return next(after, len(lines) - number - 1)


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
