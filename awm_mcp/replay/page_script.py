"""The scripts that look at a page. Each is one function of (query, element); values only ever travel as arguments.

Those that every step needs are sent once a document, as a library that stays in the page behind a handle; what each call
then sends is a name and its arguments.
"""

from __future__ import annotations

import asyncio
import logging
import weakref
from collections.abc import Coroutine
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Frame, JSHandle, Page

_log = logging.getLogger(__name__)
_T = TypeVar("_T")
LONGEST_S = 6.0
_FOLDER = Path(__file__).with_name("page")
_NEEDS: dict[str, tuple[str, ...]] = {
    "resolve": ("match", "nearest"),
    "describe": ("match",),
    "reveal": ("match", "vocabulary"),
    "repair": ("match", "vocabulary"),
    "row_texts": ("match",),
    "answer": ("match",),
    "by_kind": ("match", "vocabulary"),
    "obstacle": ("covers",),
    "messages": ("tones",),
    "watch": ("tones",),
    "places": ("match", "tones"),
}
_SHARED = ("elements", "match", "nearest", "covers", "tones")
_OFTEN = (
    "resolve", "field", "choice", "writes", "login", "changes", "shows", "reads", "texts",
    "describe", "bare", "said", "covered", "away", "aim", "messages", "held",
    "stepper", "toggle", "state",
)  # fmt: skip
_CALL = "(library, [name, q, given]) => library.call(name, q, given)"
_LOOK = "(library, [q, also]) => library.look(q, also)"
_LAST = "library => library.taken()"
_libraries: weakref.WeakKeyDictionary[Frame, JSHandle] = weakref.WeakKeyDictionary()


@cache
def page_script(name: str) -> str:
    """Source of a function ``([q, given]) => …`` with everything it needs in it."""
    parts = [_read("elements"), *map(_read, _NEEDS.get(name, ())), _read(name)]
    body = "\n".join(parts)
    return f"([q, given]) => {{\n{body}\n}}"


async def ask(frame: Frame, name: str, query: dict[str, Any], element: ElementHandle | None = None) -> Any:
    """The answer of a page script as data.

    Raises:
        playwright.async_api.Error: the page moved on, or does not answer, as pages do that wait for a silent server.
    """
    return await in_time(_asked(frame, name, query, element))


async def _asked(frame: Frame, name: str, query: dict[str, Any], element: ElementHandle | None) -> Any:
    from playwright.async_api import Error

    if name not in _OFTEN:
        return await frame.evaluate(page_script(name), [query, element])
    try:
        return await (await _library(frame)).evaluate(_CALL, [name, query, element])
    except Error:
        _forget(frame)
        if element is not None:
            raise
    return await frame.evaluate(page_script(name), [query, None])  # the page moved on: ask the one that is there now


async def ask_element(frame: Frame, name: str, query: dict[str, Any], element: ElementHandle | None) -> ElementHandle | None:
    """The answer of a page script as an element."""
    return await in_time(_asked_element(frame, name, query, element))


async def _asked_element(
    frame: Frame, name: str, query: dict[str, Any], element: ElementHandle | None
) -> ElementHandle | None:
    if name not in _OFTEN:
        handle = await frame.evaluate_handle(page_script(name), [query, element])
    else:
        handle = await (await _library(frame)).evaluate_handle(_CALL, [name, query, element])
    return handle.as_element()


async def ask_resolve(
    frame: Frame, query: dict[str, Any], also: dict[str, dict[str, Any]]
) -> tuple[dict[str, Any], ElementHandle | None]:
    """What ``resolve`` reports, and its element. ``also``: other scripts to ask about the element in the same moment."""
    return await in_time(_looked(frame, query, also))


async def _looked(
    frame: Frame, query: dict[str, Any], also: dict[str, dict[str, Any]]
) -> tuple[dict[str, Any], ElementHandle | None]:
    library = await _library(frame)
    asked = library.evaluate(_LOOK, [query, also]), library.evaluate_handle(_LAST)
    try:
        report, taken = await asyncio.gather(*asked)
    except BaseException:
        _forget(frame)
        raise
    return report, taken.as_element()


async def in_time(answer: Coroutine[Any, Any, _T], longest_s: float = LONGEST_S) -> _T:
    """An answer of the page, within a bound; a call that the browser never answers is left to end with its page.

    Raises:
        playwright.async_api.Error: the page does not answer.
    """
    from playwright.async_api import Error

    task = asyncio.ensure_future(answer)
    try:
        done, _ = await asyncio.wait({task}, timeout=longest_s)
        if done:
            return task.result()
    finally:
        if not task.done():
            task.add_done_callback(_left)
            task.cancel()
    raise Error(f"Timeout {longest_s:g} s: the page does not answer")


def _left(task: asyncio.Future[Any]) -> None:
    if not task.cancelled() and task.exception() is not None:
        _log.debug("an answer that nobody waits for any more: %s", task.exception())


async def _library(frame: Frame) -> JSHandle:
    """The library in the frame's document; a document that was left takes its library with it."""
    known = _libraries.get(frame)
    if known is None:
        _watch(frame.page)
        known = await frame.evaluate_handle(_source())
        _libraries[frame] = known
    return known


_WATCHED = "_awm_library_watch"  # kept on the page itself, so that it goes when the page goes


def _watch(page: Page) -> None:
    if not hasattr(page, _WATCHED):
        setattr(page, _WATCHED, True)
        page.on("framenavigated", _forget)


def _forget(frame: Frame) -> None:
    _libraries.pop(frame, None)


@cache
def _source() -> str:
    """Source of a function that makes the library. Every call works on fresh notes: nothing is remembered of a page."""
    shared = "\n".join(map(_read, _SHARED))
    scripts = ",\n".join(f"{name}: () => {{\n{_read(name)}\n}}" for name in _OFTEN)
    return (
        "() => {\nlet last = null;\n"
        f"const run = (name, q, given) => {{\n{shared}\nconst scripts = {{\n{scripts}\n}};\nreturn scripts[name]();\n}};\n"
        "const look = (q, also) => {\n"
        "    const { element, report } = run('resolve', q, null), told = JSON.parse(report);\n    last = element;\n"
        "    told.also = {};\n"
        "    for (const name of element ? Object.keys(also) : []) told.also[name] = run(name, also[name], element);\n"
        "    return told;\n};\nlet looked = null;\n"
        "return {\n  call: run,\n  look: (q, also) => {\n"
        "    const book = q.ahead === 'all' && window[Symbol.for('awm.timers')];\n"
        "    return looked = book && !book.drawn ? book.frame().then(() => look(q, also)) : look(q, also);\n  },\n"
        "  taken: async () => { await looked; const el = last; last = looked = null; return el; },\n};\n}"
    )


@cache
def page_source(name: str) -> str:
    """Source of a script that is a page's first, in each of its frames."""
    return _read(name)


@cache
def _read(name: str) -> str:
    return (_FOLDER / f"{name}.js").read_text(encoding="utf-8")
