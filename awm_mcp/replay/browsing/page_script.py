"""The scripts that look at a page. Each is one function of (query, element); values only ever travel as arguments.

Those that every step needs are in every document from its beginning on, as a library that is made when it is first asked;
what a call sends is a name and its arguments. These and the answers travel as JSON: as values each of their parts would be
wrapped, checked and unwrapped by the page, by Playwright's driver and by Playwright here, which cost more than the looking.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Frame, JSHandle

_log = logging.getLogger(__name__)
_T = TypeVar("_T")
LONGEST_S = 6.0
_MOVES = object()
_FOLDER = Path(__file__).with_name("page")
_NEEDS: dict[str, tuple[str, ...]] = {
    "resolve": ("match", "spots", "nearest", "layers"),
    "describe": ("match", "spots"),
    "reveal": ("match", "spots", "vocabulary", "layers"),
    "submenus": ("match", "vocabulary", "layers"),
    "repair": ("match", "spots", "vocabulary", "layers"),
    "row_texts": ("match",),
    "widget": ("match", "spots", "layers"),
    "answer": ("match",),
    "by_kind": ("match", "spots", "vocabulary"),
    "obstacle": ("session_ends", "covers", "closers", "layers"),
    "open_list": ("covers", "layers"),
    "suggestions": ("match", "layers"),
    "choice": ("match",),
    "messages": ("tones",),
    "watch": ("tones", "alone", "comers"),
    "standing": ("alone",),
    "listed": ("tones", "alone"),
    "places": ("match", "tones"),
    "shows": ("layers",),
    "entries": ("match",),
    "beside_ticked": ("match",),
    "further": ("pager",),
    "turn": ("pager",),
    "filled": ("lists",),
    "counted_rows": ("lists",),
    "rows_back": ("lists",),
    "row_names": ("match",),
}
_SHARED = (
    "elements", "captions", "match", "spots", "nearest", "session_ends", "covers", "closers", "layers", "tones", "alone",
    "comers", "lists",
)  # fmt: skip
_OFTEN = (
    "resolve", "field", "choice", "writes", "login", "changes", "shows", "reads", "texts",
    "describe", "bare", "said", "covered", "away", "aim", "messages", "held",
    "stepper", "toggle", "state", "watch", "filled", "bring", "ended", "opener",
    "counted_rows", "row_names", "rows_back",
)  # fmt: skip
_MISSING = "awm.library is not there"
_OF = f"const of = window[Symbol.for('awm.library')]; if (!of) throw new Error('{_MISSING}');"
_CALL = f"asked => {{ {_OF} return of().told(asked, null); }}"
_CALL_ON = f"(given, asked) => {{ {_OF} return of().told(asked, given); }}"
_TAKE = f"asked => {{ {_OF} return of().answer(asked, null); }}"
_TAKE_ON = f"(given, asked) => {{ {_OF} return of().answer(asked, given); }}"
_EACH = f"([asked, given]) => {{ {_OF} return of().each(asked, given); }}"
_EACH_ON = f"(_, [asked, given]) => {{ {_OF} return of().each(asked, given); }}"
_CALLS = f"asked => {{ {_OF} return of().all(asked, null); }}"
_CALLS_ON = f"(given, asked) => {{ {_OF} return of().all(asked, given); }}"
_LOOK = f"asked => {{ {_OF} return of().look(asked); }}"
_WARM = f"asked => {{ {_OF} of().warm(asked); }}"
_A_BUTTON = {"role": "button", "dynamic": False, "name": {"tokens": [{"text": "a"}], "fixed": False}}
_OF_ANY_PAGE: tuple[tuple[str, dict[str, Any]], ...] = (
    *((name, {}) for name in ("login", "messages", "filled", "said", "writes", "bare", "covered", "away")),
    ("resolve", {"target": _A_BUTTON, "action": "click", "calm": 150, "ahead": "all"}),
    ("watch", {"known": [], "fresh": False, "typed": []}),
)
_LAST = f"() => {{ {_OF} return of().taken(); }}"


@cache
def page_script(name: str) -> str:
    """Source of a function ``([q, given]) => …`` with everything it needs in it."""
    parts = [_read("elements"), _read("captions"), *map(_read, _NEEDS.get(name, ())), _read(name)]
    body = "\n".join(parts)
    return f"([q, given]) => {{\n{body}\n}}"


async def ask(frame: Frame, name: str, query: dict[str, Any], element: ElementHandle | None = None) -> Any:
    """The answer of a page script as data.

    Raises:
        playwright.async_api.Error: the page moved on, or does not answer, as pages do that wait for a silent server.
    """
    return await in_time(_asked(frame, name, query, element))


async def ask_each(frames: Iterable[Frame], name: str, query: dict[str, Any]) -> list[Any]:
    """The answers of the frames that have a document, as :func:`ask_moving` gives them."""
    answers = await asyncio.gather(*(ask_moving(frame, name, query, _MOVES) for frame in frames))
    return [one for one in answers if one is not _MOVES]


async def ask_moving(
    frame: Frame, name: str, query: dict[str, Any], otherwise: Any = None, element: ElementHandle | None = None
) -> Any:
    """The answer of a frame, or element, that may be in the middle of a navigation: nothing is seen then, ``otherwise``."""
    return await _unless_moving(ask(frame, name, query, element), name, otherwise)


async def evaluate_each(frames: Iterable[Frame], source: str) -> list[Any]:
    """What a script of its own tells of the frames that have a document, however long it takes."""
    answers = await asyncio.gather(*(_unless_moving(frame.evaluate(source), "a script", _MOVES) for frame in frames))
    return [one for one in answers if one is not _MOVES]


async def _unless_moving(answer: Coroutine[Any, Any, Any], name: str, otherwise: Any) -> Any:
    from playwright.async_api import Error

    try:
        return await answer
    except Error as moving:
        _log.debug("%s is not asked of a frame that moves: %s", name, moving)
        return otherwise


async def _asked(frame: Frame, name: str, query: dict[str, Any], element: ElementHandle | None) -> Any:
    from playwright.async_api import Error

    if name not in _OFTEN:
        return await frame.evaluate(page_script(name), [query, element])
    try:
        return await _with_others(frame, name, query, element)
    except Error:
        if element is not None:
            raise
    return await call(frame, name, query)  # the page moved on: ask the one that is there now


@dataclass
class _Question:
    """One question to a frame, and the answer that is to come. ``later``: it waits for the answers to the others."""

    name: str
    query: dict[str, Any]
    element: ElementHandle | None
    later: bool
    answer: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def told(self) -> list[Any]:
        """As the library is told it."""
        return [self.name, self.query, *([True] if self.later else [])]

    def tell(self, told: Any) -> None:
        """Answers it, if anyone still waits for that."""
        if self.answer.done():
            return
        if isinstance(told, BaseException):
            self.answer.set_exception(told)
        else:
            self.answer.set_result(told)


_asked_now: dict[Frame, list[_Question]] = {}
_on_their_way: set[asyncio.Task[None]] = set()
_TURNS = 5
_waits: ContextVar[bool] = ContextVar("_waits", default=False)


async def afterwards(asking: Coroutine[Any, Any, _T]) -> _T:
    """Asks a frame in one message with what it is asked in the same moment, but of the page as it is when that was answered,
    and the page has done what it set off at once."""
    _waits.set(True)  # only for this task: whoever asks together asks in tasks of their own
    return await asking


async def _with_others(frame: Frame, name: str, query: dict[str, Any], element: ElementHandle | None) -> Any:
    """The answer to a question, which goes in one message with the others that the frame is asked in the same moment."""
    question = _Question(name, query, element, _waits.get())
    asked = _asked_now.setdefault(frame, [])
    asked.append(question)
    if len(asked) == 1:
        _send(frame, _TURNS)
    return await question.answer


def _send(frame: Frame, turns: int) -> None:
    """Sends what is asked of a frame when all tasks that can go on have asked, by tasks of their own, too."""
    if turns:
        asyncio.get_running_loop().call_soon(_send, frame, turns - 1)
        return
    task = asyncio.get_running_loop().create_task(_answer(frame, _asked_now.pop(frame)))
    _on_their_way.add(task)
    task.add_done_callback(_on_their_way.discard)


async def _answer(frame: Frame, asked: list[_Question]) -> None:
    """Asks in one message; one by one where the elements are not all of the document that is there."""
    from playwright.async_api import Error

    if len(asked) > 1:
        try:
            answers = await _answers(frame, asked)
        except Error as moving:
            _log.debug("asked one by one: %s", moving)
        else:
            for one, told in zip(asked, answers, strict=True):
                one.tell(Error(told["broken"]) if "broken" in told else told["told"])
            return
    for later in (False, True):
        turn = [one for one in asked if one.later is later]
        alone = (call(frame, one.name, one.query, one.element) for one in turn)
        for one, told in zip(turn, await asyncio.gather(*alone, return_exceptions=True), strict=True):
            one.tell(told)


async def _answers(frame: Frame, asked: list[_Question]) -> list[dict[str, Any]]:
    """Asks where an element is, if there is one: that of a page that is gone does not wait for the one that comes."""
    questions = [json.dumps([one.told() for one in asked]), [one.element for one in asked]]
    element = next((one.element for one in asked if one.element is not None), None)
    if element is not None:
        return _read_answer(await _with_library(element, lambda: element.evaluate(_EACH_ON, questions)))
    return _read_answer(await _with_library(frame, lambda: frame.evaluate(_EACH, questions)))


async def call(frame: Frame, name: str, query: dict[str, Any], element: ElementHandle | None = None) -> Any:
    """The answer of a script of the library, however long it takes to come."""
    question = json.dumps([name, query])
    if element is not None:
        return _read_answer(await _with_library(element, lambda: element.evaluate(_CALL_ON, question)))
    return _read_answer(await _with_library(frame, lambda: frame.evaluate(_CALL, question)))


def _read_answer(told: str | None) -> Any:
    return None if told is None else json.loads(told)


async def ask_all(frame: Frame, asked: Sequence[tuple[str, Any]], element: ElementHandle | None = None) -> list[Any]:
    """The answers of several scripts of the library, of one moment and in one message.

    Raises:
        playwright.async_api.Error: the page moved on, or does not answer.
    """
    questions = json.dumps([list(one) for one in asked])
    if element is not None:
        return _read_answer(await in_time(_with_library(element, lambda: element.evaluate(_CALLS_ON, questions))))
    return _read_answer(await in_time(_with_library(frame, lambda: frame.evaluate(_CALLS, questions))))


async def _with_library(place: Frame | ElementHandle, evaluate: Callable[[], Awaitable[_T]]) -> _T:
    """An evaluation that needs the library; brings it to a document that was there before its context could give it one."""
    from playwright.async_api import Error

    try:
        return await evaluate()
    except Error as broken:
        if _MISSING not in str(broken):
            raise
    await place.evaluate(f"() => {{ {library()} }}")
    return await evaluate()


async def ask_element(frame: Frame, name: str, query: dict[str, Any], element: ElementHandle | None) -> ElementHandle | None:
    """The answer of a page script as an element."""
    return await in_time(_asked_element(frame, name, query, element))


async def _asked_element(
    frame: Frame, name: str, query: dict[str, Any], element: ElementHandle | None
) -> ElementHandle | None:
    question = json.dumps([name, query])
    if name not in _OFTEN:
        handle = await frame.evaluate_handle(page_script(name), [query, element])
    elif element is not None:
        handle = await _with_library(element, lambda: element.evaluate_handle(_TAKE_ON, question))
    else:
        handle = await _with_library(frame, lambda: frame.evaluate_handle(_TAKE, question))
    return handle.as_element()


async def ask_resolve(
    frame: Frame, query: dict[str, Any], also: dict[str, dict[str, Any]]
) -> tuple[dict[str, Any], ElementHandle | None]:
    """What ``resolve`` reports, and its element.

    Args:
        also: what else to ask about the element in the same moment, by the name under which it is answered. That is the
            script's, where ``script`` names no other; where ``maybe`` is set it may be left unanswered.
    """
    return await in_time(_looked(frame, query, also))


async def _looked(
    frame: Frame, query: dict[str, Any], also: dict[str, dict[str, Any]]
) -> tuple[dict[str, Any], ElementHandle | None]:
    question = json.dumps([query, also])

    async def look() -> tuple[str, JSHandle]:
        return await asyncio.gather(frame.evaluate(_LOOK, question), frame.evaluate_handle(_LAST))

    report, taken = await _with_library(frame, look)
    return _read_answer(report), taken.as_element()


async def warm(frame: Frame) -> None:
    """Has the browser compile what every page is asked, in a blank page, for all the documents that its process shows later:
    the first question to the first of them would take 20 to 100 ms otherwise.
    """
    await frame.evaluate(_WARM, json.dumps(_OF_ANY_PAGE))


async def in_time(answer: Coroutine[Any, Any, _T], longest_s: float | None = None) -> _T:
    """An answer of the page, within a bound; a call that the browser never answers is left to end with its page.

    Raises:
        playwright.async_api.Error: the page does not answer.
    """
    from playwright.async_api import Error

    task, longest_s = asyncio.ensure_future(answer), LONGEST_S if longest_s is None else longest_s
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


@cache
def library() -> str:
    """Source of a script that is each document's first, as :func:`page_source` is. Every call of the library works on fresh
    notes: nothing is remembered of a page. It is made when it is first asked, so that a document that nobody asks pays
    nothing for it."""
    return (
        "(() => { const key = Symbol.for('awm.library'); if (window[key]) return;\n"
        f"const {{ parse, stringify }} = JSON;\nlet made = null; const make = {_source()};\n"
        "Object.defineProperty(window, key, { value: () => made = made || make(), enumerable: false });\n})();"
    )


def _source() -> str:
    shared = "\n".join(map(_read, _SHARED))
    scripts = ",\n".join(f"{name}: () => {{\n{_read(name)}\n}}" for name in _OFTEN)
    return (
        "() => {\n"
        f"const run = (name, q, given) => {{\n{shared}\nconst scripts = {{\n{scripts}\n}};\nreturn scripts[name]();\n}};\n"
        f"{_read('answering')}\n}}"
    )


@cache
def page_source(name: str) -> str:
    """Source of a script that is a page's first, in each of its frames."""
    return _read(name)


@cache
def _read(name: str) -> str:
    return (_FOLDER / f"{name}.js").read_text(encoding="utf-8")
