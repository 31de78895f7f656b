"""A learning pass signs in once for what it follows and once for what it proves; a refused password is not tried again."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from browser_fixtures import Answer, Hit, Site, site

from awm_mcp.app import App
from awm_mcp.app.owning.principals import settings_of
from awm_mcp.config import Settings
from awm_mcp.model import Caller

pytestmark = [pytest.mark.browser, pytest.mark.slow]
MOST_FAILURES = 3
PASSWORDS = {"user=alice&pw=right-horse": "alice", "user=bob&pw=right-horse": "bob"}
FORM = """<form method=post action="/login"><label>User <input name=user></label>
  <label>Password <input type=password name=pw></label><button>Continue</button></form>"""


@dataclass
class Bank:
    """Shows statements to those who are signed in; counts sign-ins and locks after some that failed."""

    served: Site
    users: list[str] = field(default_factory=list[str])
    failures: int = 0

    def __post_init__(self) -> None:
        self.served.pages.update({"/": self.home, "/login": self.login, "/statement": self.statement})

    def home(self, hit: Hit) -> str:
        if not (who := _user(hit)):
            return '<title>Bank</title><main><h1>Bank</h1><a href="/login">Sign in</a></main>'
        months = "".join(f'<li><a href="/statement?of={m}">{m}</a></li>' for m in ("March", "April", "May"))
        return f"<title>Bank</title><main><h1>Statements</h1><p>Hello {who}</p><ul>{months}</ul></main>"

    def login(self, hit: Hit) -> Answer:
        if hit.method == "GET":
            return f"<title>Sign in</title><main><h1>Sign in</h1>{FORM}</main>"
        user = PASSWORDS.get(hit.body.decode())
        if user is None or self.failures >= MOST_FAILURES:
            self.failures += 1
            return f"<title>Sign in</title><main><h1>Sign in</h1><p>Wrong password</p>{FORM}</main>"
        self.users.append(user)
        return 303, {"location": "/", "set-cookie": f"who={user}; Path=/; HttpOnly"}, ""

    def statement(self, hit: Hit) -> Answer:
        if not (who := _user(hit)):
            return 303, {"location": "/login"}, ""
        month = hit.path.partition("of=")[2]
        return f"<title>Statement</title><main><h1>{month}</h1><p>Total of {who}: {len(month)}00.00</p></main>"

    def report(self, month: str, user: str = "alice") -> dict[str, Any]:
        """A solved run that signs in and opens a statement."""
        steps = [
            self._did("/", "click", {"role": "link", "name": "Sign in"}),
            self._did("/login", "fill", {"role": "textbox", "name": "User", "label": "User"}, user),
            self._did("/login", "fill", {"role": "textbox", "name": "Password", "label": "Password"}, "<secret:password>"),
            self._did("/login", "click", {"role": "button", "name": "Continue"}),
            self._did("/", "click", {"role": "link", "name": month}),
        ]
        task = f"Open the statement of '{month}'"
        return {"task": task, "outcome": "success", "start_url": f"{self.served.origin}/", "steps": steps}

    def _did(self, path: str, kind: str, target: dict[str, str], value: str | None = None) -> dict[str, Any]:
        action = {"type": kind, "target": target} | ({"value": value} if value is not None else {})
        return {"url": self.served.origin + path, "observation": "A page of the bank", "action": action}


def _user(hit: Hit) -> str:
    return hit.headers.get("cookie", "").partition("who=")[2]


@asynccontextmanager
async def bank(tmp_path: Path, password: str) -> AsyncGenerator[tuple[App, Bank]]:
    async with site() as served:
        secrets = tmp_path / "secrets.yaml"
        secrets.write_text(f'"{served.host}": {{password: {password}}}\n', encoding="utf-8")
        settings = Settings(home=tmp_path / "home", secrets_file=secrets, step_timeout_s=2.0)
        async with App.opened(settings) as app:
            yield app, Bank(served)


async def test_however_many_runs_are_learnt_each_sign_in_is_followed_once_and_proven_once(tmp_path: Path) -> None:
    async with bank(tmp_path, "right-horse") as (app, at):
        for month in ("March", "April", "May"):
            await app.report(at.report(month))
        told = await app.learn_site(at.served.host)
        (workflow,) = await app.workflows_of(None)
        runs = [await app.memory.runs.get(run) for run in workflow.evidence.runs]
    assert workflow.state == "published", told
    assert at.users == ["alice", "alice"], "once while runs were followed, once while the workflow was proven"
    assert all(run is not None and run.observed for run in runs)
    seen = [step.action.target for run in runs if run is not None for step in run.steps if step.action.type == "fill"]
    assert all(target is not None and target.tag == "input" for target in seen), "also the steps that were not done again"
    first, second = workflow.evidence.verified
    assert "signed in already" not in first
    assert "signed in already" in second
    assert not list((tmp_path / "home").rglob("*,*.json")), "the login is kept nowhere"


async def test_a_later_proof_signs_in_anew(tmp_path: Path) -> None:
    async with bank(tmp_path, "right-horse") as (app, at):
        for month in ("March", "April"):
            await app.report(at.report(month))
        await app.learn_site(at.served.host)
        (workflow,) = await app.workflows_of(None)
        at.users.clear()
        await app.verify(workflow.name)
    assert at.users == ["alice"]


async def test_a_refused_password_is_tried_once_in_a_pass(tmp_path: Path) -> None:
    async with bank(tmp_path, "wrong-horse") as (app, at):
        for month in ("March", "April", "May"):
            await app.report(at.report(month))
        told = " ".join(await app.learn_site(at.served.host))
    assert at.failures == 1
    assert at.users == []
    assert "sign_in_failed" in told
    assert "wrong-horse" not in told


async def test_each_user_signs_in_for_their_own(tmp_path: Path) -> None:
    async with bank(tmp_path, "right-horse") as (app, at):
        for month, user in (("March", "alice"), ("April", "alice"), ("May", "bob")):
            await app.report(at.report(month, user))
        told = await app.learn_site(at.served.host)
        assert [w.state for w in await app.workflows_of(None)] == ["published"], told
    opened = {(hit.path.partition("of=")[2], _user(hit)) for hit in at.served.hits if "of=" in hit.path}
    assert opened == {("March", "alice"), ("April", "alice"), ("May", "bob")}


async def test_principals_never_share_a_sign_in(tmp_path: Path) -> None:
    eva = Caller(client="tests", connection="c2", principal="eva")
    async with bank(tmp_path, "right-horse") as (app, at):
        own = settings_of(app.settings, "eva").secrets_file
        assert own is not None
        own.parent.mkdir(parents=True)
        own.write_text(f'"{at.served.host}": {{password: right-horse}}\n', encoding="utf-8")
        await app.report(at.report("March"))
        await app.report(at.report("May"), eva)
        told = await app.learn_site(at.served.host)
        assert [w.state for w in await app.workflows_of(None)] == ["published"], told
    assert at.users == ["alice"] * 4, "each of both once while runs were followed and once while the workflow was proven"


async def test_a_part_that_runs_did_signed_in_signs_in_by_itself_and_what_only_signs_in_really_does(tmp_path: Path) -> None:
    async with bank(tmp_path, "right-horse") as (app, at):
        links = {
            "/archive": ["Older years"],
            "/older-years": ["Totals", "Fees"],
            "/fees": ["Explain"],
            "/totals": [],
            "/explain": [],
        }
        for path, names in links.items():
            at.served.pages[path] = _signed_in_page(path, names)
        home = at.served.pages["/"]
        at.served.pages["/"] = lambda hit: str(home(hit)).replace("</main>", '<a href="/archive">Archive</a></main>')  # type: ignore[operator]
        opening = at.report("March")["steps"][:4]
        way = [("/", "Archive"), ("/archive", "Older years")]
        for task, rest in (
            ("Show the totals of older years", [("/older-years", "Totals")]),
            ("Look up and explain the fees", [("/older-years", "Fees"), ("/fees", "Explain")]),
            ("Sign in to the bank", None),
        ):
            clicks = [] if rest is None else [*way, *rest]
            steps = [*opening, *(at._did(path, "click", {"role": "link", "name": name}) for path, name in clicks)]
            await app.report({"task": task, "outcome": "success", "start_url": f"{at.served.origin}/", "steps": steps})
        told = await app.learn_site(at.served.host)
        known = {w.title: w for w in await app.workflows_of(None)}
        part, only = known["Open “Archive” and open “Older years”"], known["Sign in to the bank"]
        at.users.clear()
        async with app.running(learning=False):
            outcome = await app.run(part.name, {})
    assert (part.kind, part.state) == ("subtask", "published"), told
    assert at.users == ["alice"], "called by itself it signed in"
    assert outcome.ok, outcome
    assert outcome.page.url.endswith("/older-years")
    assert only.state == "verified", told
    assert "signed in already" not in only.evidence.verified[0]


def _signed_in_page(path: str, names: list[str]) -> Any:
    links = "".join(f'<a href="/{name.lower().replace(" ", "-")}">{name}</a> ' for name in names)
    return lambda hit: (
        f"<title>{path}</title><main><h1>{path}</h1>{links}</main>" if _user(hit) else (303, {"location": "/login"}, "")
    )
