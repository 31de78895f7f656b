"""The way to the application, which is opened behind the running transport and closed before it ends.

The list of tools is answered before anything heavy is imported; what needs the application waits for it here.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import anyio

from awm_mcp.errors import AwmError, Unavailable
from awm_mcp.server.application import Application

log = logging.getLogger(__name__)

Factory = Callable[[], AbstractAsyncContextManager[Application]]
Opened = Callable[[Application], Awaitable[None]]

LET_LIST_GO_FIRST_S = 1.0
"""Imports hold the interpreter lock: so long they wait for the first tools/list, unless a request needs the application."""
OPEN_WITHIN_S = 30.0
CLOSE_WITHIN_S = 15.0


class Door:
    """Opens the application once, again after a failure, and hands it out. ``opened`` is called with each fresh one."""

    def __init__(self, factory: Factory, opened: Opened) -> None:
        self._factory, self._opened = factory, opened
        self._wanted = anyio.Event()
        self._answered = anyio.Event()
        self._closing = anyio.Event()
        self._application: Application | None = None
        self._failure: BaseException | None = None

    @property
    def ready(self) -> Application | None:
        """The application when it is open already."""
        return self._application

    async def application(self) -> Application:
        """The open application; opened now if it is not yet.

        Raises:
            Unavailable: it could not be opened; the next request tries again.
        """
        if self._application is None:
            await self._ask()
        if self._application is None:
            raise _unavailable(self._failure)
        return self._application

    @asynccontextmanager
    async def keeper(self) -> AsyncGenerator[None]:
        """Keeps the application for as long as the block lasts; on the way out everything is closed, even when cancelled."""
        async with anyio.create_task_group() as tasks:
            scope = anyio.CancelScope(shield=True)
            tasks.start_soon(self._keep, scope)
            try:
                yield
            finally:
                self._closing.set()
                self._wanted.set()
                scope.deadline = anyio.current_time() + CLOSE_WITHIN_S

    async def _ask(self) -> None:
        answered = self._answered
        self._wanted.set()
        with anyio.move_on_after(OPEN_WITHIN_S):
            await answered.wait()

    async def _keep(self, scope: anyio.CancelScope) -> None:
        with scope:
            with anyio.move_on_after(LET_LIST_GO_FIRST_S):
                await self._wanted.wait()
            while not self._closing.is_set():
                await self._serve_once()
                await self._wanted.wait()

    async def _serve_once(self) -> None:
        try:
            async with self._factory() as application, application.running():
                await self._opened(application)
                self._application, self._failure = application, None
                self._answer()
                await self._closing.wait()
        except Exception as problem:
            log.exception("the application could not be opened or ended early")
            self._failure = problem
        finally:
            self._application = None
            self._wanted = anyio.Event() if not self._closing.is_set() else self._wanted
            self._answer()

    def _answer(self) -> None:
        self._answered.set()
        self._answered = anyio.Event()


def _unavailable(failure: BaseException | None) -> AwmError:
    if isinstance(failure, AwmError):
        return failure
    seen = f"{type(failure).__name__}: {failure}"[:300] if failure is not None else "it is still starting"
    return Unavailable(
        "application_not_open",
        expected="the workflow memory to be open",
        seen=seen,
        next="try again in a few seconds; if it stays, the owner runs `awm-mcp doctor`",
    )
