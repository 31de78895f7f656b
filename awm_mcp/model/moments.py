"""Days with a time, and months, as people write them and as fields of type datetime-local and month take them."""

from __future__ import annotations

import datetime
import re

from awm_mcp.model.clock import times_in
from awm_mcp.model.coercion import day

_MONTHS = ("%m/%Y", "%m.%Y", "%Y/%m", "%B %Y", "%b %Y", "%B, %Y")
_EXACT = re.compile(r"(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)")


def moment(text: str) -> str | None:
    """A day with a time as ``YYYY-MM-DDTHH:MM``; None where either is missing, or could be another one."""
    if exact := _EXACT.fullmatch(text.strip()):
        return f"{exact[1]}T{exact[2]}"
    times = list(times_in(text))
    if len(times) != 1:
        return None
    written, hour = times[0]
    before, _, after = text.partition(written)
    rest = re.sub(r"[\s,]+(?:at)?[\s,]*$", "", before) if before.strip() else re.sub(r"^[\s,]*(?:on\s)?", "", after)
    found = day(rest.strip()) if not (before.strip() and after.strip()) else None
    return f"{found}T{hour}" if found is not None else None


def month(text: str) -> str | None:
    """A month of a year as ``YYYY-MM``."""
    for form in _MONTHS:
        try:
            return datetime.datetime.strptime(text.strip(), form).strftime("%Y-%m")  # noqa: DTZ007 - a month, no instant
        except ValueError:
            continue
    return None
