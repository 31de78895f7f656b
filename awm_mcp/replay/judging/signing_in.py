"""Signing in once for several replays: notes whether a sign-in worked, keeps the browser's state after it, tries none twice.

What is kept lives in memory only, as long as whoever asked for it holds it.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from awm_mcp.errors import AwmError, StepStopped
from awm_mcp.model import Action
from awm_mcp.model.text import plain
from awm_mcp.replay.judging.stops import needs_login
from awm_mcp.replay.port import SignIn

if TYPE_CHECKING:
    from awm_mcp.replay.staging.stage import Stage

_log = logging.getLogger(__name__)
ANSWER_S = 3.0
"""A form that is still shown so long after the step after it can be done is taken for one that was refused, seconds."""
_REFUSED = frozenset({"site_refused", "site_complained"})


class SigningIn:
    """Watches the sign-in of one replay. It has worked when the step after it can be done and the form is gone."""

    def __init__(self, sign_in: SignIn, stage: Stage, types_a_secret: Callable[[Action], bool]) -> None:
        self._sign_in, self._stage, self._types_a_secret = sign_in, stage, types_a_secret
        self._typed = 0
        self._sent = self._known = False

    async def reached(self, number: int, action: Action) -> None:
        """Told of each step (1-based) before it is done, when its element is found.

        Raises:
            StepStopped: ``sign_in_failed``, where a secret would be typed after signing in has failed.
        """
        if number in self._sign_in.steps and self._types_a_secret(action):
            self._typed = number
            if self._sign_in.failed:
                raise StepStopped(
                    "sign_in_failed", expected="to sign in", seen=f"it failed before: {self._sign_in.failed}",
                    next="set the secrets of the site right; signing in is tried again when the site is learned next",
                )  # fmt: skip
        elif self._typed and number > self._typed:
            self._sent = True
            if number > max(self._sign_in.steps):
                await self.ended()

    async def ended(self) -> None:
        """Keeps the browser's state when the sign-in worked, once; a form that stays was refused."""
        if not self._sent or self._known:
            return
        self._known = True
        deadline = time.monotonic() + ANSWER_S
        while await needs_login(self._stage):
            if time.monotonic() > deadline:
                self._sign_in.failed = "the page still asks to sign in"
                return
            await self._stage.activity.wait_change(0.1)
        await self._keep()

    async def _keep(self) -> None:
        from playwright.async_api import Error

        stage = self._stage
        try:
            self._sign_in.state = await stage.context.storage_state()
        except Error as moving:
            _log.debug("the sign-in is not kept: %s", moving)
            return
        self._sign_in.address = stage.page.url
        stage.fresh = [page for page in stage.fresh if not page.is_closed()]  # the browser reads storage in pages of its own

    async def stopped(self, problem: AwmError) -> None:
        """Told why the replay stopped: at a refusal or at the form, it is the sign-in that failed."""
        if not self._sent or self._known:
            return
        self._known = True
        if problem.code in _REFUSED or await needs_login(self._stage):
            self._sign_in.failed = plain(self._stage.redact(problem.text()), 300)
