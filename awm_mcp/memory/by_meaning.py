"""A finder that also looks at what texts mean: its scores are those by words, moved by how close the meaning is.

Both are compared as z-scores, in units of how much they differ among the candidates: fusing by rank alone would let a weak
signal push a strong one aside. A workflow whose template makes the whole text stays in front.
"""

from __future__ import annotations

import logging
import statistics
from collections import OrderedDict
from collections.abc import Sequence

from awm_mcp.errors import Unavailable
from awm_mcp.memory.embedder import Embedder, Vector, cosine
from awm_mcp.memory.port import Finder, Hit, WorkflowStore
from awm_mcp.memory.ranking import FINDABLE
from awm_mcp.model import Workflow

log = logging.getLogger(__name__)
WIDE = 50
"""Hits by words that are looked at; of a given site also the workflows that share no word, up to as many as ``MOST``."""
MOST, REMEMBERED, MOST_TEXT = 300, 5_000, 600
SHARE = 0.5
"""What a unit of meaning weighs against a unit of words."""
_LEAST_SPREAD = 0.1


class FinderByMeaning:
    """Stands before a finder by words; when the embedder is not to be had, the hits by words are the answer."""

    def __init__(self, finder: Finder, workflows: WorkflowStore, embedder: Embedder) -> None:
        self._finder, self._workflows, self._embedder = finder, workflows, embedder
        self._known: OrderedDict[str, Vector] = OrderedDict()

    async def search(self, text: str, *, site: str | None = None, limit: int = 10) -> Sequence[Hit]:
        """The workflows that fit best by words and meaning, best first."""
        hits = list(await self._finder.search(text, site=site, limit=max(limit, WIDE)))
        if limit < 1 or not text.strip():
            return hits[: max(0, limit)]
        candidates = [*hits, *(await self._others(site, hits) if site is not None else ())]
        try:
            close = await self._closeness(text[:MOST_TEXT], candidates)
        except Unavailable as problem:
            log.warning("searched by words only: %s", problem.text())
            return hits[:limit]
        return _fused(candidates, close, self._embedder.alike)[:limit]

    async def _others(self, site: str, hits: Sequence[Hit]) -> list[Hit]:
        seen = {hit.workflow.id for hit in hits}
        stored = await self._workflows.of_site(site, FINDABLE)
        left = [flow for flow in stored if flow.id not in seen and not flow.waits]
        return [Hit(workflow=flow, score=0.0) for flow in left[: max(0, MOST - len(hits))]]

    async def _closeness(self, text: str, candidates: Sequence[Hit]) -> list[float]:
        texts = [_text_of(hit.workflow) for hit in candidates]
        unknown = [one for one in dict.fromkeys(texts) if one not in self._known]
        asked, *learned = await self._embedder.embed([text, *unknown])
        new = dict(zip(unknown, learned, strict=True))
        close = [cosine(asked, new[one] if one in new else self._known[one]) for one in texts]
        self._remember(new)
        return close

    def _remember(self, new: dict[str, Vector]) -> None:
        self._known.update(new)
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)


def _text_of(workflow: Workflow) -> str:
    said = [workflow.title or workflow.name.replace("_", " "), *workflow.evidence.tasks[:2]]
    return ". ".join(said)[:MOST_TEXT]


def _fused(candidates: Sequence[Hit], close: Sequence[float], alike: float) -> list[Hit]:
    if not candidates:
        return []
    spread = max(_LEAST_SPREAD, statistics.pstdev(hit.score for hit in candidates))
    middle, width = statistics.fmean(close), max(_LEAST_SPREAD, statistics.pstdev(close))
    fused = [
        hit.model_copy(update={"score": hit.score + SHARE * spread * (near - middle) / width, "alike": near >= alike})
        for hit, near in zip(candidates, close, strict=True)
    ]
    kept = [hit for hit in fused if hit.why or hit.alike]
    return sorted(kept, key=lambda hit: (not hit.exact, -hit.score, hit.workflow.id))
