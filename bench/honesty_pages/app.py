# ruff: noqa: E501  pages are easier to read as the markup they are
"""What pages of the honesty bench are made of: a family, its deceiving twins, and the small site that serves them.

The site keeps the data, so that what it holds afterwards, and each write that it heard, are the judge.
"""

from __future__ import annotations

import asyncio
import copy
import json
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

State = dict[str, Any]
Values = dict[str, Any]
HERE = Path(__file__).parent


@dataclass(frozen=True)
class Write:
    """What the site was sent: method, path, and the fields of a form or of JSON."""

    method: str
    path: str
    data: Any

    @property
    def shape(self) -> tuple[str, str, str]:
        """To compare with what an honest replay sends."""
        return self.method, self.path, json.dumps(self.data, sort_keys=True)


@dataclass(frozen=True)
class Answer:
    """What the site says: data become JSON, texts HTML. ``to`` is a redirect, ``says`` a message on the next page."""

    body: Any = None
    status: int = 200
    to: str = ""
    says: str = ""
    kind: str = ""
    after: float = 0.0


CLOSES = "connection: close"
"""What is cut off on a connection that was used before, browsers send once more by themselves."""
CUT = Answer(status=0)
"""The connection is closed without an answer."""
RESENT_S = 0.3
"""What browsers send once more of what was cut off comes at once, before any page or replay can have heard of it."""


@dataclass(frozen=True)
class Twin:
    """One change of a page, or of how its site answers.

    ``honest``: the task is done all the same, so that anything but ok is a false stop. ``own_sends``: the page itself sends
    other things than were asked for. ``seed`` changes the data beforehand, knowing the values asked for.
    """

    name: str
    honest: bool = False
    html: Callable[[Family, str], str] = lambda family, html: html
    js: str = ""
    serve: Callable[[Site, Write], Answer] | None = None
    seed: Callable[[State, Values], None] | None = None
    page: Callable[[Site, str], Answer | None] | None = None
    own_sends: bool = False


HONEST = Twin("honest page", honest=True)


@dataclass(frozen=True)
class Family:
    """One kind of page: what is reported, how it is drawn, and what a write does to the data.

    ``label`` names the control that writes, ``button`` is its markup. ``forms``: it sends forms and not requests of a
    script. ``last`` begins the path of the write that counts, where there are several. ``done`` makes the wanted data.
    ``pair``: two text fields. ``back``: the page of the form that a write came from. ``unseen``: names of twins that nobody can tell from the honest page:
    the site says that it is done on a page that is the same for all, and loading it once more, or reading all that was sent and
    answered, tells nothing else.
    """

    name: str
    task: str
    values: tuple[Values, Values, Values]
    steps: Callable[[Values], list[dict[str, Any]]]
    seed: State
    page: Callable[[State, str], str | None]
    write: Callable[[State, Write], Answer]
    done: Callable[[State, Values], None]
    label: str = ""
    button: str = ""
    forms: bool = False
    last: str = "/"
    start: str = "/"
    common: tuple[str, ...] = ()
    twins: tuple[Twin, ...] = ()
    files: tuple[str, ...] = ()
    pair: tuple[str, ...] = ()
    back: Callable[[Write], str] = lambda heard: "/"
    unseen: tuple[str, ...] = ()

    def wanted(self, twin: Twin, values: Values) -> State:
        """The data when exactly what was asked for was done."""
        state = seeded(self, twin, values)
        self.done(state, values)
        return state


def seeded(family: Family, twin: Twin, values: Values) -> State:
    """The data before anything was done."""
    state = copy.deepcopy(family.seed)
    if twin.seed:
        twin.seed(state, values)
    return state


@dataclass
class Site:
    """A family that is served as one of its twins."""

    family: Family
    twin: Twin = HONEST
    state: State = field(default_factory=dict[str, Any])
    heard: list[Write] = field(default_factory=list[Write])
    resent: list[Write] = field(default_factory=list[Write])
    says: str = ""
    port: int = 0
    elsewhere: str = ""
    _cut: tuple[tuple[str, str, str], float] | None = None

    @property
    def origin(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    def become(self, twin: Twin, values: Values) -> None:
        """Begins anew as a twin."""
        self.twin, self.heard, self.resent, self.says, self._cut = twin, [], [], "", None
        self.state = seeded(self.family, twin, values)

    def answer(self, method: str, target: str, data: Any) -> Answer:
        """What is answered to one request."""
        path = urlsplit(target).path
        if method in ("GET", "HEAD"):
            given = self.twin.page(self, target) if self.twin.page else None
            return given or self.shown(path)
        write = Write(method, path, data)
        self.heard.append(write)
        self._note_resent(write)
        answer = self._taken(write)
        self._cut = (write.shape, time.monotonic()) if answer.status == 0 else None
        return answer

    def _note_resent(self, write: Write) -> None:
        """Notes the same write, right after it was cut off: the browser has sent it once more by itself."""
        if self._cut is not None and self._cut[0] == write.shape and time.monotonic() - self._cut[1] < RESENT_S:
            self.resent.append(write)

    def _taken(self, write: Write) -> Answer:
        path, data = write.path, write.data
        if path == "/other":
            self.state["other"] = data
            return Answer("<h1>Done</h1>")
        if self.twin.serve and path.startswith(self.family.last):
            return self.twin.serve(self, write)
        answer = self.family.write(self.state, write)
        self.says = answer.says
        return answer

    def shown(self, path: str, says: str | None = None, role: str = "status") -> Answer:
        """A page of the family as the twin draws it, with a message."""
        if path in ("/login", "/advert"):
            return Answer(document(LOGIN, "Sign in") if path == "/login" else "<h1>Advert</h1>")
        body = self.family.page(self.state, path)
        if body is None:
            return Answer("<title>Not found</title><h1>Not found</h1>", 404)
        told, self.says = (self.says if says is None else says), ""
        told = f"<p role={role}>{told}</p>" if told else ""
        drawn = self.twin.html(self.family, told + body)
        script = self.twin.js.replace("LABEL", json.dumps(self.family.label))
        return Answer(
            document(drawn, self.family.name.capitalize(), script.replace("ELSEWHERE", json.dumps(self.elsewhere)))
        )


LOGIN = "<h1>Sign in</h1><form method=post action=/login><label>User <input name=user></label>\
<label>Password <input type=password name=password></label><button>Sign in</button></form>"


def document(body: str, title: str, script: str = "") -> str:
    """A whole page with the script that all pages share."""
    shared = (HERE / "shared.js").read_text()
    return (
        f"<!doctype html><html lang=en><head><meta charset=utf-8><title>{title}</title><script>{shared}</script>"
        f"<script>{script}</script></head><body><main>{body}</main></body></html>"
    )


@asynccontextmanager
async def serving(site: Site) -> AsyncGenerator[Site]:
    """Serves it on a free loopback port, and a stranger's site beside it."""
    async with _listening(site.answer) as site.port, _listening(_stranger) as port:
        site.elsewhere = f"http://127.0.0.1:{port}"
        yield site


def _stranger(method: str, target: str, data: Any) -> Answer:
    del method, target, data
    return Answer("<title>Elsewhere</title><h1>Another site</h1><p>Thank you! Saved.</p>")


@asynccontextmanager
async def _listening(answer: Callable[[str, str, Any], Answer]) -> AsyncGenerator[int]:
    tasks: set[asyncio.Task[None]] = set()

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.get_running_loop().create_task(_talk(reader, writer, answer))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for task in list(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _talk(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, answer: Callable[[str, str, Any], Answer]
) -> None:
    try:
        method, target, data = await _request(reader)
        given = answer(method, target, data)
        await asyncio.sleep(given.after)
        if given.status != 0:
            writer.write(_bytes(given))
            await writer.drain()
    except (asyncio.IncompleteReadError, OSError):
        return
    finally:
        writer.close()


async def _request(reader: asyncio.StreamReader) -> tuple[str, str, Any]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").strip().split("\r\n")
    method, target, _ = head[0].split(" ", 2)
    headers = {key.lower(): text.strip() for key, _, text in (line.partition(":") for line in head[1:])}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return method, target, _data(headers.get("content-type", ""), body)


def _data(kind: str, body: bytes) -> Any:
    if kind.startswith("application/json"):
        return json.loads(body)
    if not kind.startswith("multipart/"):
        return dict(parse_qsl(body.decode(), keep_blank_values=True))
    parts = message_from_bytes(f"Content-Type: {kind}\r\n\r\n".encode() + body).walk()
    named = [(part, dict(part.get_params(header="content-disposition") or [])) for part in parts if not part.is_multipart()]
    return {told["name"]: told.get("filename") or str(part.get_payload()).strip() for part, told in named}


def _bytes(answer: Answer) -> bytes:
    text = answer.body if isinstance(answer.body, str) else json.dumps(answer.body)
    kind = answer.kind or ("text/html; charset=utf-8" if isinstance(answer.body, str) else "application/json")
    status = 303 if answer.to else answer.status
    data = b"" if answer.to or status == 204 else text.encode()
    where = [f"location: {answer.to}"] if answer.to else []
    lines = [
        f"HTTP/1.1 {status} X",
        f"content-type: {kind}",
        f"content-length: {len(data)}",
        "cache-control: no-store",
        CLOSES,
        *where,
    ]
    return "\r\n".join([*lines, "", ""]).encode() + data
