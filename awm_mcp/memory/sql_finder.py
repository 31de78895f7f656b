"""Search in SQL: the index proposes some hundred documents, ``ranking`` puts them in order.

The index is never asked to rank. Its BM25 counts every document of every word of the query, which at 100,000 workflows takes
longer than all the rest; rare words, template beginnings and the site narrow the field at once, and the ranking is ours.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Any

from sqlalchemy import Row, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from awm_mcp.memory import ranking, sqlite
from awm_mcp.memory import tables as t
from awm_mcp.memory.database import Database
from awm_mcp.memory.port import Hit
from awm_mcp.memory.ranking import Document, Query
from awm_mcp.model import Workflow

WHOLE_SITE = 200
"""A site with at most this many workflows is ranked as a whole."""
CANDIDATES = 200
RARE = 1_500
"""A word in fewer documents than this may propose candidates by itself; also where counting stops."""
_REMEMBERED_S = 300.0
_PARSED = 512
_Field = tuple[list[Document], dict[str, float]]


async def reindex(db: AsyncConnection, workflow: str) -> None:
    """Brings the search document of a workflow up to date: of the version that is run; none when it is gone."""
    head = (await db.execute(select(t.workflows).where(t.workflows.c.id == workflow))).first()
    if head is None:
        return
    row = await _findable(db, workflow, head.latest)
    await db.execute(delete(t.search_docs).where(t.search_docs.c.seq == head.seq))
    if row is None:
        await sqlite.unindex(db, head.seq)
        return
    found = Workflow.model_validate_json(row.content).model_copy(update={"state": row.state})
    document = ranking.document(found)
    stored = {"seq": head.seq, "workflow": found.id, "version": row.version, "site": found.site}
    await db.execute(insert(t.search_docs).values(**stored, doc=document.to_json()))
    await sqlite.index(db, head.seq, document)


async def _findable(db: AsyncConnection, workflow: str, latest: int) -> Row[Any, Any, Any] | None:
    """The published version, else the latest, but where that is a draft the newest proven one."""
    listed = select(t.publications.c.version).where(t.publications.c.workflow == workflow)
    version = (await db.execute(listed)).scalar() or await _run(db, workflow, latest)
    wanted = select(t.versions.c.content, t.versions.c.state, t.versions.c.version).where(
        t.versions.c.workflow == workflow, t.versions.c.version == version, t.versions.c.state.in_(ranking.FINDABLE)
    )
    return (await db.execute(wanted)).first()


async def _run(db: AsyncConnection, workflow: str, latest: int) -> int:
    own, versions = t.versions.c.workflow == workflow, t.versions.c
    state = (await db.execute(select(versions.state).where(own, versions.version == latest))).scalar()
    proven = select(func.max(versions.version)).where(own, versions.state == "verified")
    return (state == "draft" and (await db.execute(proven)).scalar()) or latest


class SqlFinder:
    """``Finder`` in SQL."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._counts = _Counts()

    async def search(self, text: str, *, site: str | None = None, limit: int = 10) -> Sequence[Hit]:
        """The workflows that fit best, best first; any text is a fair question."""
        query = Query(text)
        if not query.terms or limit < 1:
            return []
        async with self._database.read() as db:
            documents, rare = await (self._of_site(db, query, site) if site is not None else self._of_all(db, query))
            best = _best(query, documents, rare, limit)
            contents = await _contents(db, [doc.workflow for doc, _ in best])
        return [
            Hit(
                workflow=_parse(contents[doc.workflow], doc.state),
                score=round(scored.value, 4),
                why=scored.why,
                exact=scored.exact,
            )
            for doc, scored in best
        ]

    async def _of_site(self, db: AsyncConnection, query: Query, site: str) -> _Field:
        """Documents of a site; how rare a word is there is told by them."""
        whole = select(t.search_docs.c.doc).where(t.search_docs.c.site == site).limit(WHOLE_SITE + 1)
        docs = list((await db.execute(whole)).scalars())
        if len(docs) > WHOLE_SITE:
            docs = await self._proposed(db, query, await self._counts.of(db, query.all_terms), (ranking.site_term(site),))
        documents = [ranking.from_json(doc) for doc in docs]
        occurs = Counter(word for doc in documents for word in doc.weights)
        return documents, {term: ranking.rarity(occurs[term], max(1, len(documents))) for term in query.terms}

    async def _of_all(self, db: AsyncConnection, query: Query) -> _Field:
        """Documents of all sites, with the rarity of the words in the whole store."""
        counts, total = await self._counts.of(db, query.all_terms), await self._counts.total(db)
        documents = [ranking.from_json(doc) for doc in await self._proposed(db, query, counts, ())]
        return documents, {term: ranking.rarity(counts[term], total) for term in query.terms}

    async def _proposed(
        self, db: AsyncConnection, query: Query, counts: Mapping[str, int], gate: tuple[str, ...]
    ) -> list[str]:
        """Documents that the index proposes: all of the rarest words', then as many of commoner ones' as there is room."""
        known = sorted((term for term in query.all_terms if counts[term]), key=lambda term: counts[term])
        sums = list(accumulate(counts[term] for term in known))
        sure = [term for term, so_far in zip(known, sums, strict=True) if so_far <= CANDIDATES]
        rare = [term for term in known[len(sure) :] if counts[term] < RARE]
        common = [term for term in query.terms if counts[term] >= RARE][:4]
        found = await sqlite.candidates(db, sure, all_of=gate, limit=CANDIDATES) if sure else []
        if rare and len(found) < CANDIDATES:
            found += await sqlite.candidates(db, rare, all_of=gate, limit=CANDIDATES - len(found))
        if common and len(found) < CANDIDATES:
            found += await sqlite.candidates(db, (), all_of=(*gate, *common), limit=CANDIDATES - len(found))
        return await _docs(db, list(dict.fromkeys(found)))


def _best(
    query: Query, documents: Sequence[Document], rare: dict[str, float], limit: int
) -> list[tuple[Document, ranking.Score]]:
    scored = [(doc, found) for doc in documents if (found := ranking.score(query, doc, rare)) is not None]
    return sorted(scored, key=lambda pair: (-pair[1].value, pair[0].workflow))[:limit]


async def _docs(db: AsyncConnection, found: Sequence[int]) -> list[str]:
    if not found:
        return []
    return list((await db.execute(select(t.search_docs.c.doc).where(t.search_docs.c.seq.in_(found)))).scalars())


async def _contents(db: AsyncConnection, found: Sequence[str]) -> dict[str, str]:
    shown = (t.search_docs.c.workflow == t.versions.c.workflow) & (t.search_docs.c.version == t.versions.c.version)
    wanted = select(t.versions.c.workflow, t.versions.c.content).join(t.search_docs, shown)
    rows = await db.execute(wanted.where(t.versions.c.workflow.in_(found)))
    return {row[0]: row[1] for row in rows}


@lru_cache(maxsize=_PARSED)
def _parse(content: str, state: str) -> Workflow:
    return Workflow.model_validate_json(content).model_copy(update={"state": state})


class _Counts:
    """In how many documents a word occurs.

    Common words are remembered for some minutes: to count them takes long, and only the order of size matters. Rare ones
    are counted each time, so that a workflow saved a moment ago, by whatever process, is found by words that were new.
    """

    def __init__(self) -> None:
        self._common: dict[str, int] = {}
        self._total = 0
        self._until = 0.0

    async def of(self, db: AsyncConnection, terms: Sequence[str]) -> dict[str, int]:
        await self.total(db)
        unknown = [term for term in terms if term not in self._common]
        counted = dict(zip(unknown, await sqlite.frequencies(db, unknown, RARE), strict=True))
        self._common.update({term: count for term, count in counted.items() if count >= RARE})
        return {**dict.fromkeys(terms, RARE), **counted}

    async def total(self, db: AsyncConnection) -> int:
        if time.monotonic() >= self._until:
            self._common.clear()
            self._total = (await db.execute(select(func.count()).select_from(t.search_docs))).scalar_one()
            self._until = time.monotonic() + (_REMEMBERED_S if self._total > 2 * RARE else 0.0)
        return self._total
