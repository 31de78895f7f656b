"""Scripts of Playwright codegen, Python and JavaScript/TypeScript: read as data, never executed.

A script is a recording that its author stopped: its outcome is unknown unless the caller says otherwise. The test's title
is the task unless one is given.
"""

from __future__ import annotations

import re

from awm_mcp.errors import InvalidReport
from awm_mcp.formats.assemble import Draft, Report, build
from awm_mcp.formats.chains import Call, Chain, Code, chains
from awm_mcp.formats.locators import action_of, split, target_of
from awm_mcp.formats.reading import as_text, check_text
from awm_mcp.model import Run

NAME = "playwright_codegen"
_LOOKS_LIKE = re.compile(r"page\d*\.(?:goto|getBy|get_by_|locator)\w*\s*\(")
_GENERIC_TITLES = frozenset({"", "test", "test example", "code recorded test case"})
_UNKNOWN_DOING = frozenset(
    {"evaluate", "evaluate_handle", "eval_on_selector", "dispatch_event", "add_script_tag", "set_content"}
)


def matches(data: object) -> bool:
    """Whether the data is the text of such a script."""
    if not isinstance(data, str) or data.lstrip()[:1] in "{[<#-":
        return False
    return _LOOKS_LIKE.search(data) is not None


def read(data: object, *, task: str = "", outcome: str = "") -> Run:
    """The run of a script.

    Raises:
        InvalidReport: the script cannot be read, has no task or no action.
    """
    check_text(data)
    return build(draft(data).saying(task=task, outcome=outcome), source=NAME).run


def draft(data: object) -> Draft:
    """The script in the report's shape."""
    reader = _Reader()
    for chain in chains(as_text(data)):
        reader.take(chain)
    if not reader.steps:
        raise InvalidReport(
            "steps_missing", expected="statements that act, such as page.get_by_role(...).click()", seen="none"
        )
    report: Report = {"steps": reader.steps}
    if reader.title.lower() not in _GENERIC_TITLES:
        report["task"] = reader.title
    return Draft(report, tuple(reader.warnings), reader.needs_review)


class _Reader:
    def __init__(self) -> None:
        self.steps: list[Report] = []
        self.warnings: list[str] = []
        self.title = ""
        self.needs_review = False
        self._url = "about:blank"
        self._opens = ""
        self._dialog: Report | None = None
        self._page = "page"
        self._pages = ["page"]

    def take(self, chain: Chain) -> None:
        """One statement: a title, an announcement of what the next action opens, an expectation, or an action."""
        names = [call.name for call in chain.calls]
        if chain.root == "test" and names[:1] == ["__call__"]:
            self.title = self.title or as_text(next(iter(chain.calls[0].args), ""))
        elif chain.root == "expect":
            self._expect(chain)
        elif self._announces(names, chain):
            return
        elif re.fullmatch(r"page\d*|popup\w*|\w*[pP]age\d*", chain.root):
            self._act(chain)

    def _announces(self, names: list[str], chain: Chain) -> bool:
        first = chain.calls[0] if chain.calls else Call("")
        event = as_text(next(iter(first.args), ""))
        if first.name in ("expect_popup", "expect_download") or (
            first.name == "wait_for_event" and event in ("popup", "download")
        ):
            self._opens = "popup" if "popup" in (first.name + event) else "download"
            return True
        if first.name in ("once", "on") and event == "dialog":
            accepts = any(isinstance(arg, Code) and "accept" in arg.text for arg in first.args)
            self._dialog = {"kind": "confirm", "accept": accepts}
            return True
        return names[-1:] in (
            ["value"],
            ["wait_for_load_state"],
            ["wait_for_timeout"],
            ["wait_for_url"],
            ["set_default_timeout"],
        )

    def _act(self, chain: Chain) -> None:
        if any(call.name in _UNKNOWN_DOING for call in chain.calls):
            self.needs_review = True
            self.warnings.append(
                f"line {chain.line} runs code in the page; it cannot be replayed as a step, so the run needs review"
            )
            return
        action = action_of(chain)
        if action is None or (action["type"] == "close_tab" and chain.root == "page"):
            return
        self._switch(chain.root)
        if self._opens and action["type"] in ("click", "press"):
            action["opens"], self._opens = self._opens, ""
        if self._dialog:
            action["dialog"], self._dialog = self._dialog, None
        self.steps.append({"url": self._url, "action": action})
        if action["type"] == "goto":
            self._url = as_text(action["value"])

    def _switch(self, page: str) -> None:
        if page == self._page:
            return
        if page not in self._pages:
            self._pages.append(page)
        self._page = page
        self.steps.append({"url": self._url, "action": {"type": "switch_tab", "value": str(self._pages.index(page))}})

    def _expect(self, chain: Chain) -> None:
        """``expect(locator).to_be_visible()`` becomes a wait for what was seen."""
        subject = next((arg for call in chain.calls[:1] for arg in call.args if isinstance(arg, Chain)), None)
        wanted = chain.calls[-1]
        if subject is None or wanted.name not in ("to_be_visible", "to_contain_text", "to_have_text"):
            return
        finding, _ = split(subject)
        text = as_text(next(iter(wanted.args), ""))
        action: Report = {"type": "wait_for"} | ({"value": text} if text else {"target": target_of(finding)})
        self.steps.append({"url": self._url, "action": action})
