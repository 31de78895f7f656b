"""Times of day as people write them, and as fields of type time take them."""

from __future__ import annotations

import re
from collections.abc import Iterator

_TWELVE = re.compile(r"(?<![\d:.])(\d{1,2})[:.](\d{2})\s*([AaPp])\.?\s?[Mm]\b\.?")
_TWENTY_FOUR = re.compile(r"(?<![\d:.])([01]\d|2[0-3]):([0-5]\d)(?![\d:])(?!\s*[AaPp]\.?\s?[Mm]\b)")


def clock(text: str) -> str | None:
    """A time as ``HH:MM`` in 24 hours; None for what is no time, or could be in the morning or in the evening (``6:01``)."""
    found = list(times_in(text.strip()))
    return found[0][1] if len(found) == 1 and found[0][0].strip() == text.strip() else None


def times_in(text: str) -> Iterator[tuple[str, str]]:
    """The times that a text names: as it writes them, and as ``HH:MM`` in 24 hours."""
    for match in _TWELVE.finditer(text):
        hour, minute = int(match[1]), match[2]
        if 1 <= hour <= 12 and int(minute) < 60:
            yield match.group(), f"{hour % 12 + (12 if match[3].lower() == 'p' else 0):02}:{minute}"
    for match in _TWENTY_FOUR.finditer(text):
        yield match.group(), match.group()
