"""Run by the Python that browser-use is installed in: records each flow once, then plays it again at every line it is sent.

``python browser_use_runner.py BROWSER``; each line of standard input is ``{"name", "steps"}``, each answer ``ok`` or what
went wrong. Recording needs a model that says what to do: here a scripted one, which does a step by the name of its element.
Playing it again is ``Agent.rerun_history``; the recorded pauses, a model's thinking, are taken out, its own waiting
is left as it is.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from typing import Any

os.environ.update(ANONYMIZED_TELEMETRY="false", BROWSER_USE_CLOUD_SYNC="false", BROWSER_USE_LOGGING_LEVEL="result")
sys.stdout, wire = sys.stderr, sys.stdout

from browser_use import Agent, BrowserSession  # noqa: E402
from browser_use.llm.views import ChatInvokeCompletion  # noqa: E402

Steps = list[dict[str, str]]


class Scripted:
    """A chat model that says the next step of a flow, whatever it is told."""

    model = model_name = name = "scripted"
    provider = "scripted"
    _verified_api_keys = True

    def __init__(self, session: BrowserSession) -> None:
        self.session = session
        self.left: Steps = []

    async def ainvoke(self, messages: list[Any], output_format: Any = None, **_: Any) -> ChatInvokeCompletion[Any]:
        """The next step, or that the rerun is over."""
        if output_format is None or "action" not in output_format.model_fields:
            said = {"summary": "over", "success": True, "completion_status": "complete"}
            done = output_format.model_validate(said) if output_format is not None else "over"
            return ChatInvokeCompletion(completion=done, usage=None)
        action = await self._action(self.left.pop(0)) if self.left else {"done": {"text": "done", "success": True}}
        data = {"evaluation_previous_goal": "", "memory": "", "next_goal": "go on", "action": [action]}
        return ChatInvokeCompletion(completion=output_format.model_validate(data), usage=None)

    async def _action(self, step: dict[str, str]) -> dict[str, Any]:
        if step["do"] == "navigate":
            return {"navigate": {"url": step["url"]}}
        index = await self._index(step["element"])
        if step["do"] == "input":
            return {"input": {"index": index, "text": step["text"]}}
        if step["do"] == "select":
            return {"select_dropdown": {"index": index, "text": step["text"]}}
        return {"click": {"index": index}}

    async def _index(self, named: str) -> int:
        state = await self.session.get_browser_state_summary(include_screenshot=False)
        for index, element in state.dom_state.selector_map.items():
            name = element.ax_node.name if element.ax_node else ""
            if (name or "").strip() == named:
                return int(index)
        raise LookupError(f"nothing is named {named}")


async def main(browser: str) -> None:
    """Answers lines until standard input ends."""
    root = [] if not hasattr(os, "geteuid") or os.geteuid() else ["--no-sandbox"]
    session = BrowserSession(
        executable_path=browser, headless=True, keep_alive=True, args=root, chromium_sandbox=not root,
        enable_default_extensions=False, viewport={"width": 1280, "height": 800},
    )  # fmt: skip
    await session.start()
    recorded: dict[str, Any] = {}
    _answer("ready")
    try:
        while line := await asyncio.to_thread(sys.stdin.readline):
            flow = json.loads(line)
            try:
                if flow["name"] not in recorded:
                    recorded[flow["name"]] = await _record(session, flow["steps"])
                await _again(session, recorded[flow["name"]])
                _answer("ok")
            except Exception as problem:
                logging.exception("a flow failed")
                _answer(f"{type(problem).__name__}: {problem}".replace("\n", " ")[:300])
    finally:
        await session.kill()


async def _record(session: BrowserSession, steps: Steps) -> Any:
    model = Scripted(session)
    model.left = list(steps)
    agent = Agent(task="a recorded flow", llm=model, browser_session=session, use_vision=False, use_judge=False)
    history = await agent.run(max_steps=len(steps) + 1)
    if model.left or any(history.errors()):
        raise RuntimeError(f"not recorded: {[error for error in history.errors() if error]}, {len(model.left)} left")
    for item in history.history:
        item.metadata.step_interval = 0.0
    return history


async def _again(session: BrowserSession, history: Any) -> None:
    agent = Agent(task="again", llm=Scripted(session), browser_session=session, use_vision=False, use_judge=False)
    results = await agent.rerun_history(history, max_retries=1, skip_failures=False, delay_between_actions=0.0)
    if errors := [result.error for result in results if result.error]:
        raise RuntimeError(str(errors))


def _answer(said: str) -> None:
    wire.write(said + "\n")
    wire.flush()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
