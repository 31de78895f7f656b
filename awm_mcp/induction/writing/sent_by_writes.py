"""Which typed and chosen texts what writes may send: what one person wrote there is never written for another.

A text that only finds something is none of them: one typed into a search box, one that the address asks for afterwards, the
letters after which an entry of a list was clicked, and how a list is sorted or filtered.
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import unquote_plus

from awm_mcp.induction.aligning.signin import sign_in_columns
from awm_mcp.induction.texts.languages import SEARCH_WORDS
from awm_mcp.induction.trace import Column, Trace, field_name, role_of, said
from awm_mcp.induction.varying.values import texts_of
from awm_mcp.induction.writing.contracts import writing_columns
from awm_mcp.induction.writing.outputs import output_names
from awm_mcp.induction.writing.steps import Plan, after
from awm_mcp.model.names import words

_FINDS = frozenset({"search", "find", "filter", "filters", "lookup", "query", "keyword", "keywords", "q"}) | SEARCH_WORDS
_LISTS = frozenset({"sort", "sorted", "order", "show", "display", "view", "rows", "page", "per"})
_ENTRIES = frozenset({"option", "menuitem", "menuitemradio", "treeitem", "listitem"})
_FAR = 2


def sent_by_writes(columns: Sequence[Column], traces: Sequence[Trace]) -> frozenset[int]:
    """Indices of the typed and chosen texts that a step which writes may send."""
    plan = Plan(tuple(traces), tuple(columns), {}, output_names(columns, traces))
    last = max(writing_columns(plan), default=-1)
    apart = sign_in_columns(columns)
    texts = [i for i, column in enumerate(columns[: last + 1]) if column.present[0].action.type in ("fill", "select")]
    return frozenset(i for i in texts if i not in apart and not _only_finds(plan, i, last))


def _only_finds(plan: Plan, index: int, last: int) -> bool:
    column = plan.columns[index]
    return _says_so(column) or _asked_by_address(plan, index, last) or _narrows_a_list(plan.columns, index)


def _says_so(column: Column) -> bool:
    """Whether the field is one to search, sort or filter with."""
    action = column.present[0].action
    target = action.target
    label = words(field_name(target))
    if target is not None and (target.role == "searchbox" or target.attrs.get("type") == "search"):
        return True
    listed = action.type == "select" and any(word in _LISTS for word in label[:2])
    return listed or any(word in _FINDS for word in label[:1])


def _asked_by_address(plan: Plan, index: int, last: int) -> bool:
    """Whether a step before the last write led to an address that asks for the text, in every run."""
    rows = enumerate(zip(texts_of(plan.columns[index]), plan.traces, strict=True))
    here = plan.columns[index:last]
    return all(text is None or _is_asked(text, trace, here, row) for row, (text, trace) in rows)


def _is_asked(text: str, trace: Trace, columns: Sequence[Column], row: int) -> bool:
    steps = [column.steps[row] for column in columns]
    addresses = [after(trace, step) or "" for step in steps if step is not None]
    queries = [unquote_plus(address.partition("?")[2]).partition("#")[0].split("&") for address in addresses]
    return any(part.partition("=")[2] == text for query in queries for part in query)


def _narrows_a_list(columns: Sequence[Column], index: int) -> bool:
    """Whether an entry of a list that says what was typed is clicked right after: that is what is sent then."""
    typed = columns[index]
    return typed.present[0].action.type == "fill" and any(
        _chosen(typed, later) for later in columns[index + 1 : index + 1 + _FAR]
    )


def _chosen(typed: Column, later: Column) -> bool:
    entry = later.present[0].action
    if entry.type not in ("click", "check") or role_of(entry.target) not in _ENTRIES:
        return False
    pairs = [(t, step) for t, step in zip(texts_of(typed), later.steps, strict=True) if t is not None]
    return all(step is not None and t.casefold() in said(step.action.target).casefold() for t, step in pairs)
