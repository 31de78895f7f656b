"""How pages are asked: in few messages, also a document that has not got the library that answers."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from playwright.async_api import Error

from awm_mcp.replay.browsing.page_script import afterwards, ask, ask_all, ask_moving, library
from awm_mcp.replay.browsing.together import together
from awm_mcp.replay.targets.resolve import Found

pytestmark = pytest.mark.asyncio


class Document:
    """A frame that answers once it has the library."""

    def __init__(self, *, has_it: bool) -> None:
        self.has_it, self.asked = has_it, list[Any]()

    async def evaluate(self, expression: str, given: Any = None) -> Any:
        if library() in expression:
            self.has_it = True
            return None
        self.asked.append(json.loads(given))
        if not self.has_it:
            raise Error("Page.evaluate: Error: awm.library is not there\n    at eval")
        return json.dumps(["an answer", self.asked[-1]])


async def test_a_question_is_one_short_message():
    page = Document(has_it=True)
    assert await ask(page, "login", {}) == ["an answer", ["login", {}]]  # type: ignore[arg-type]
    assert page.asked == [["login", {}]]


async def test_a_document_that_was_there_before_its_context_is_given_the_library():
    page = Document(has_it=False)
    assert await ask(page, "login", {}) == ["an answer", ["login", {}]]  # type: ignore[arg-type]
    assert page.asked == [["login", {}], ["login", {}]]


async def test_several_questions_are_one_message():
    page = Document(has_it=True)
    await ask_all(page, [("messages", {}), ("login", {})])  # type: ignore[arg-type]
    assert page.asked == [[["messages", {}], ["login", {}]]]


class Page(Document):
    """A frame that answers several questions, each for itself. ``alone``: the elements that are of another document."""

    def __init__(self, *, alone: tuple[str, ...] = ()) -> None:
        super().__init__(has_it=True)
        self.alone = alone

    async def evaluate(self, expression: str, given: Any = None) -> Any:
        if isinstance(given, str):
            self.asked.append(json.loads(given))
            return json.dumps(self.asked[-1][0])
        questions, elements = json.loads(given[0]), given[1]
        self.asked.append([[*one, element] for one, element in zip(questions, elements, strict=True)])
        if any(element in self.alone for element in elements):
            raise Error("JSHandles can be evaluated only in the context they were created!")
        broken = {"broken": "moved on"}
        return json.dumps([broken if query.get("breaks") else {"told": name} for name, query, *_ in questions])


class Element:
    """An element of a document that is gone."""

    async def evaluate(self, expression: str, given: Any = None) -> Any:
        raise Error("Execution context was destroyed")


async def test_questions_of_the_same_moment_go_in_one_message():
    page = Page()
    assert await together(ask(page, "login", {}), ask(page, "filled", {})) == ("login", "filled")  # type: ignore[arg-type]
    assert page.asked == [[["login", {}, None], ["filled", {}, None]]]
    assert await ask(page, "login", {}) == "login"  # type: ignore[arg-type]
    assert page.asked[1:] == [["login", {}]]


async def test_a_question_that_breaks_takes_no_other_answer_with_it():
    page = Page()
    broken, told = ask_moving(page, "state", {"breaks": True}, "nothing", Element()), ask(page, "login", {})  # type: ignore[arg-type]
    assert await together(broken, told) == ("nothing", "login")
    assert len(page.asked) == 1


async def test_elements_of_a_page_that_is_gone_keep_no_answer_from_those_that_are_there():
    gone = Element()
    page = Page(alone=(gone,))  # type: ignore[arg-type]
    asked = ask_moving(page, "state", {}, "nothing", gone), ask(page, "login", {}), ask(page, "filled", {})  # type: ignore[arg-type]
    assert await together(*asked) == ("nothing", "login", "filled")


async def test_questions_that_are_asked_together_are_answered_in_order():
    began = list[str]()

    async def answer(name: str, turns: int) -> str:
        began.append(name)
        for _ in range(turns):
            await asyncio.sleep(0)
        return name

    assert await together(answer("slow", 5), answer("quick", 0)) == ("slow", "quick")
    assert began == ["slow", "quick"]


async def test_the_error_of_one_question_is_raised_when_the_others_are_answered():
    done = list[str]()

    async def fail() -> str:
        raise Error("moved on")

    async def answer() -> str:
        await asyncio.sleep(0)
        done.append("answered")
        return "answered"

    with pytest.raises(Error, match="moved on"):
        await together(fail(), answer())
    assert done == ["answered"]


async def test_what_was_so_when_an_element_was_found_is_not_taken_for_so_later():
    about = {"writes": "it sends a form by POST", "state": {"is": "Open"}, "same": False, "login": False, "opener": False}
    found = Found(None, None, None, "a button", about=about)  # type: ignore[arg-type]
    assert found.aged().about == {"writes": "it sends a form by POST"}


async def test_a_question_for_afterwards_goes_in_the_same_message_and_says_so():
    page = Page()
    asked = afterwards(ask(page, "state", {})), ask(page, "login", {})  # type: ignore[arg-type]
    assert await together(*asked) == ("state", "login")
    assert page.asked == [[["state", {}, True, None], ["login", {}, None]]]
