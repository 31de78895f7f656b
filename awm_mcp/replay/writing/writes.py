"""What writes: judged from the page before acting, and stopped at the network where the judgement was wrong."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, cast
from urllib.parse import parse_qsl, urlsplit

from awm_mcp.model import Action, Run
from awm_mcp.model.changes import asks_for_change, changing_address, names_object
from awm_mcp.model.labels import commits, deletes, destroys, only_reads
from awm_mcp.model.site import path_of
from awm_mcp.replay.acting.actor import Actor
from awm_mcp.replay.browsing.page_script import ask
from awm_mcp.replay.staging.stage import Stage
from awm_mcp.replay.targets.resolve import Found
from awm_mcp.replay.traffic.activity import Activity, fingerprint, whole_page_of
from awm_mcp.replay.traffic.questions import notes_visit, reads_only, renews_sign_in, searches_by
from awm_mcp.replay.traffic.socket_words import Payload
from awm_mcp.replay.traffic.sockets import address_of, hold_back
from awm_mcp.replay.traffic.telemetry import is_telemetry
from awm_mcp.replay.values.key_names import key_of
from awm_mcp.replay.writing.leaving import keep_back

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Request, Route

    from awm_mcp.replay.player import Player

READS = frozenset({"GET", "HEAD", "OPTIONS"})
QUIET = frozenset({"goto", "extract", "wait_for", "scroll", "hover", "stop", "switch_tab", "close_tab"})
"""Actions that do nothing to a page that it could send later on."""


async def why_it_writes(actor: Actor, action: Action, found: Found | None) -> str:
    """Why an action would change something on the site, in words; empty when it looks harmless."""
    if action.type == "goto" and action.value is not None:
        return _by_address(path_of(actor.arguments.address(action.value)))
    if found is None or action.type not in ("click", "dblclick", "press"):
        return "it uploads a file" if action.type == "upload" else ""
    if "writes" in found.about:
        return _judged(found.about["writes"], found.frame.url)
    key = key_of(actor.arguments.text(action.value)) if action.type == "press" and action.value is not None else ""
    return _judged(await ask(found.frame, "writes", {"action": action.type, "key": key}, found.element), found.frame.url)


def why_last_writes(run: Run, index: int, found: Found | None) -> str:
    """Why a link may be the change that a run's task asks for: it is the last thing that was done, and led to no answer."""
    seen = found.about.get("writes") if found is not None else None
    follows = isinstance(seen, dict) and "address" in seen
    verb = asks_for_change(run.task) if follows and run.answer is None else ""
    following = [step.action.type for step in run.steps[index + 1 :]]
    last = all(kind in QUIET for kind in following) and "extract" not in following
    return f'it is the last thing that was done for a task that says "{verb}"' if verb and last else ""


def _judged(seen: Any, here: str) -> str:
    """What the page said in words, or what the words say that it has seen.

    Args:
        seen: what ``writes.js`` tells of a control.
        here: the address of the page that it stands on.
    """
    if not isinstance(seen, dict):
        return str(seen)
    told = cast("dict[str, Any]", seen)
    name, address = str(told.get("name", "")), str(told.get("address", ""))
    if posts := str(told.get("posts", "")):
        harmless = only_reads(name) or ("address" in told and searches_by(address))
        return _by_address(address) if harmless else posts
    if "address" in told:
        return _by_address(address) or _by_link(str(told.get("link", "")), address, here)
    asks = commits(name) and not only_reads(name) and (not told.get("consent") or destroys(name))
    return _by_name(name) if asks else ""


def _by_name(name: str) -> str:
    return f'its name is "{name[:60]}"'


def _by_link(name: str, address: str, here: str) -> str:
    """A link that says that something goes, and names it; one that only takes a part of this page's address away filters."""
    there, given, at = urlsplit(address), parse_qsl(urlsplit(address).query), urlsplit(here)
    fewer = there.path.rstrip("/") == at.path.rstrip("/") and set(given) <= set(parse_qsl(at.query))
    return _by_name(name) if deletes(name) and names_object(address) and not fewer else ""


def _by_address(address: str) -> str:
    part = changing_address(address)
    return f"its address asks for a change ({part})" if part else ""


@dataclass
class WriteGuard:
    """Stops requests that write, from the first step that acts on a page until the next page is opened by its address:
    pages also send what they were told some time after. ``stopped`` tells which; GETs are judged by their address.

    What a page sends again and again by itself (the same method, address and body, seen twice before the step) is let
    through; any other request of a step counts as its own, also to an address that the page used while it was loading.

    ``stays``: the page that the step is known to have ended on; another page that is asked for is no page to look at.
    ``done``: GETs that were not held back, and of which was seen afterwards that they changed something.
    """

    PERIODIC: ClassVar[int] = 2
    REFUSED: ClassVar[str] = "blockedbyclient"

    acting: bool = False
    signing_in: bool = False
    stays: str = ""
    stopped: list[str] = field(default_factory=list[str])
    done: list[str] = field(default_factory=list[str])
    _activity: Activity | None = None
    _typed: set[str] = field(default_factory=set[str])
    _was: bool = False
    _ambient: Counter[str] = field(default_factory=Counter[str])

    async def watch(self, stage: Stage) -> None:
        """Looks at every request of the stage's context from now on."""
        self._activity, self._typed = stage.activity, stage.activity.typed
        await self._look_at(stage.context)
        await keep_back(stage.context)

    async def _look_at(self, context: BrowserContext) -> None:
        await context.route("**/*", self._on_request)

    async def watch_sockets(self, stage: Stage) -> None:
        """Holds back what the sockets of pages that are opened from now on send of the kind."""
        await hold_back(stage.context, self._holds)

    def _holds(self, url: str, payload: Payload) -> bool:
        sockets = self._activity.sockets if self._activity is not None else None
        if not self.acting or self.signing_in or sockets is None or not sockets.is_own(payload):
            return False
        self.stopped.append(address_of(url))
        return True

    @property
    def said(self) -> str:
        """What writes, in words; empty when nothing was seen that does."""
        if self.stopped:
            return f"it sends {self.stopped[0]}, which was held back"
        return f"it asks for {self.done[0]}, and what it changed was still there afterwards" if self.done else ""

    def begin(self, kind: str, *, signing_in: bool, stays: str = "") -> None:
        """Before an action of a kind is done."""
        self._was = self.acting and kind != "goto"
        self.acting, self.signing_in, self.stays = kind != "goto", signing_in, stays

    def end(self, kind: str) -> None:
        """After it: the guard stays closed when the page was acted on."""
        self.acting, self.stays = self._was or kind not in QUIET, ""

    async def _on_request(self, route: Route, request: Request) -> None:
        reads = request.method in READS and not (self.acting and (_asks_by_address(request) or self._leads_away(request)))
        if self._activity is not None and self._activity.only_tells_of_leaving(request):
            await route.abort()  # a page that is put away saves by the same means by which others tell that they were left
            return
        if reads or is_telemetry(request, self._typed) or reads_only(request) or renews_sign_in(request, self._typed):
            await route.fallback()
            return
        exactly = fingerprint(request)
        if not self.acting:
            self._ambient[exactly] += 1
        by_itself = not self.acting or self._ambient[exactly] >= self.PERIODIC
        if by_itself or self.signing_in or self._is_let_through(request):
            await route.fallback()
            return
        self._note(f"{request.method} {path_of(request.url).split('?')[0]}", request)
        await self._refuse(route, request)

    def _note(self, sent: str, request: Request) -> None:
        if not notes_visit(request, self._typed):
            self.stopped.append(sent)

    async def _refuse(self, route: Route, request: Request) -> None:
        await route.abort(self.REFUSED)

    def _is_let_through(self, request: Request) -> bool:
        """Whether something that writes may be sent all the same."""
        return False

    def _leads_away(self, request: Request) -> bool:
        """Whether another page is asked for than the one that the step is known to have ended on."""
        if not self.stays or request.resource_type != "document":
            return False
        return _page(request.url) != _page(self.stays) and whole_page_of(request)[0]


async def hold_writes_back(player: Player) -> None:
    """In verification and dry runs: from here on nothing is sent that writes, nor over the sockets that are opened now."""
    if player.guard is None and (player.request.until_write or player.request.dry_run):
        player.guard = WriteGuard()
        await player.guard.watch(player.stage)
        await player.guard.watch_sockets(player.stage)


def _page(address: str) -> str:
    return urlsplit(address).path.rstrip("/")


def _asks_by_address(request: Request) -> bool:
    """Whether a GET of a page or of a script asks for a change by its address."""
    return request.resource_type in ("document", "xhr", "fetch") and changing_address(path_of(request.url)) != ""
