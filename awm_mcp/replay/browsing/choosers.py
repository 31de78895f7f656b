"""File choosers that a click by hand opened: they stay open until files are given, and click and files are one upload."""

from __future__ import annotations

from typing import TYPE_CHECKING

from awm_mcp.errors import StepStopped
from awm_mcp.model import Step

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, FileChooser, Page


class Choosers:
    """The last file chooser that opened in a context. ``steps``: what was done by hand, with the click that opened it."""

    def __init__(self, context: BrowserContext, steps: list[Step]) -> None:
        self._steps = steps
        self._open: FileChooser | None = None
        self._clicked: Step | None = None
        for page in context.pages:
            self._watch(page)
        context.on("page", self._watch)

    @property
    def waits(self) -> bool:
        """Whether a chooser is open."""
        return self._open is not None and not self._open.page.is_closed()

    def after_step(self) -> None:
        """Notes which step opened the chooser: the first one that is remembered after it opened."""
        if self._open is not None and self._clicked is None:
            self._clicked = self._steps[-1]

    def amended(self, old: Step, new: Step) -> None:
        """A step was written down anew."""
        self._clicked = new if self._clicked is old else self._clicked

    def close(self) -> None:
        """Forgets the chooser."""
        self._open = self._clicked = None

    def take(self) -> tuple[FileChooser, Step]:
        """The open chooser and the step that opened it; both end here: the upload stands for the two.

        Raises:
            StepStopped: ``no_chooser``.
        """
        chooser, step = self._open, self._clicked or (self._steps[-1] if self._steps else None)
        self.close()
        if chooser is None or step is None or step.action.target is None:
            seen = "none that a click opened"
            raise StepStopped("no_chooser", expected="an open file chooser", seen=seen, next="give the file field as target")
        self._steps[:] = [one for one in self._steps if one is not step]
        return chooser, step

    def _watch(self, page: Page) -> None:
        page.on("filechooser", self._opened)

    def _opened(self, chooser: FileChooser) -> None:
        self._open, self._clicked = chooser, None
