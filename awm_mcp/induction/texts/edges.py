"""Labels of which the tasks say how they begin and end: "an item that starts with "Gua" and ends with "la"" is Guatemala."""

from __future__ import annotations

from collections.abc import Sequence

from awm_mcp.induction.texts.unify import Known
from awm_mcp.model import Gap, Param, Value, value

LEAST_LENGTH = 2


def edged(texts: Sequence[str], known: Known) -> Value | None:
    """The labels by the known values that they begin with and end with, letter by letter; None unless a beginning is known.

    For labels that have nothing else in common. The value that says most counts.
    """
    if len({text.casefold() for text in texts}) < 2:
        return None
    folded = [text.casefold() for text in texts]
    first = _edge(folded, known, starts=True)
    if first is None:
        return None
    rest = {name: vector for name, vector in known.items() if name != first}
    last = _edge(folded, rest, starts=False)
    return value([Param(param=first), Gap(gap="text"), *([Param(param=last)] if last is not None else [])])


def _edge(texts: Sequence[str], known: Known, *, starts: bool) -> str | None:
    def fits(name: str) -> bool:
        given = [(v or "").strip().casefold() for v in known[name]]
        pairs = zip(texts, given, strict=True)
        return all(
            len(v) >= LEAST_LENGTH and len(v) < len(t) and (t.startswith(v) if starts else t.endswith(v)) for t, v in pairs
        )

    fitting = [name for name in known if fits(name)]
    return max(fitting, key=lambda name: (sum(len(v or "") for v in known[name]), name), default=None)
