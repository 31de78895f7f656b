"""Short ways to write workflows for the replay tests, and to play them on a page that the test serves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browser_fixtures import Site

from awm_mcp.config import Settings
from awm_mcp.model import Action, FlowStep, Outcome, Param, Run, Step, Target, Text, Value, Workflow, value
from awm_mcp.model.arguments import bind
from awm_mcp.replay.browsing.browser import Browsers
from awm_mcp.replay.browsing.handles import OpenPages
from awm_mcp.replay.port import Observation, ReplayRequest
from awm_mcp.replay.replayer import PlaywrightReplayer
from awm_mcp.replay.values.secrets import Vault


def quick_settings(home: Path, **changed: Any) -> Settings:
    return Settings(**{"home": home, "step_timeout_s": 2.0, "navigation_timeout_s": 10.0, "run_timeout_s": 60.0, **changed})


SOON = {"step_timeout_s": 1.0}
"""Settings for what is not to be found: the whole time of a step passes until that is told."""


def seldom(*case: Any, id: str | None = None) -> Any:
    """One more case of what the cases beside it prove: left to ``./scripts/test -m slow``."""
    return pytest.param(*case, id=id, marks=pytest.mark.slow)


def t(**signals: Any) -> Target:
    return Target(**signals)


def param(name: str, before: str = "", after: str = "") -> Value:
    return value([Text(text=before), Param(param=name), Text(text=after)])


def step(kind: str, target: Target | None = None, given: Any = None, **more: Any) -> FlowStep:
    outer = {key: more.pop(key) for key in ("optional", "group", "expect", "writes", "sends") if key in more}
    fields = {"target": target, "value": given, **more}
    return FlowStep(action=Action(type=kind, **{k: v for k, v in fields.items() if v is not None}), **outer)


class Stand:
    """Plays steps on a site that a test fills with pages."""

    def __init__(self, site: Site, browsers: Browsers, home: Path) -> None:
        self.site, self.browsers, self.home = site, browsers, home
        self.settings = quick_settings(home)
        self.pages = OpenPages(self.settings)

    def replayer(self, **changed: Any) -> PlaywrightReplayer:
        settings = quick_settings(self.home, **changed) if changed else self.settings
        return PlaywrightReplayer(settings, self.browsers, Vault(settings), self.pages)

    def workflow(self, *steps: FlowStep, **more: Any) -> Workflow:
        made = {"name": "site_do_it", "site": self.site.host, "start": "/", **more}
        return Workflow(steps=steps, **made)

    def request(self, flow: Workflow, arguments: dict[str, Any] | None = None, **more: Any) -> ReplayRequest:
        bound = bind(flow, arguments or {})
        made = {"run_id": "r1", "workflow": flow, "arguments": bound, "origin": self.site.origin, "keep_page": False, **more}
        return ReplayRequest(**made)

    async def play(
        self, *steps: FlowStep, page: str | None = None, args: dict[str, Any] | None = None,
        settings: dict[str, Any] | None = None, request: dict[str, Any] | None = None, **more: Any,
    ) -> Outcome:  # fmt: skip
        if page is not None:
            self.site.pages["/"] = page
        if args and "parameters" not in more:
            more["parameters"] = [
                {"name": name, "type": "array" if isinstance(one, list) else "string"} for name, one in args.items()
            ]
        flow = self.workflow(*steps, **more)
        return await self.replayer(**(settings or {})).replay(self.request(flow, args, **(request or {})))

    def run(self, *steps: FlowStep, **more: Any) -> Run:
        made = {
            "task": "do it",
            "site": self.site.host,
            "origin": self.site.origin,
            "start_url": self.site.origin + "/",
            **more,
        }
        return Run(outcome="success", steps=tuple(Step(action=s.action) for s in steps if s.action), **made)

    async def observe(
        self, *steps: FlowStep, page: str | None = None, allow_writes: bool = False, **more: Any
    ) -> Observation:
        if page is not None:
            self.site.pages["/"] = page
        return await self.replayer().observe(self.run(*steps, **more), allow_writes=allow_writes)

    def sent(self, method: str = "POST") -> list[str]:
        return [f"{hit.path} {hit.body.decode()}".strip() for hit in self.site.hits if hit.method == method]


LOG = "<output id=log></output><script>const say = s => { document.getElementById('log').textContent += s + ';'; };</script>"
READ = step("extract", t(role="status"), output="log")
