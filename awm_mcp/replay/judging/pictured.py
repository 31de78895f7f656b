"""Pictures of the page that a replay acts on, by which it is told what else a write did: see ``another_on_load``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from awm_mcp.replay.browsing.page_script import ask_moving
from awm_mcp.replay.judging.compared_on_load import Picture

if TYPE_CHECKING:
    from playwright.async_api import Page

    from awm_mcp.replay.player import Player

NO_PICTURE = Picture()


class SeenAnew:
    """The page as it came, right before the last write, and as it was when it was loaded anew last since then."""

    def __init__(self) -> None:
        self.came = self.before = NO_PICTURE
        self.anew: Picture | None = None
        self._of: tuple[int, str] | None = None

    async def note(self, player: Player) -> None:
        """Before a step, on a page that none has acted on, if one that writes comes yet."""
        if player.guard is not None or player.stage.page.is_closed() or self._is_known(player):
            return
        if any(step.writes for step in player.steps[player.step - 1 :]):
            self.came = await picture_of(player.stage.page)
            self._of = _page_of(player)

    async def begin(self, player: Player) -> None:
        """Right before a step that writes."""
        self.before, self.anew = await picture_of(player.stage.page), None
        if not self._is_known(player):
            self.came, self._of = self.before, _page_of(player)

    def _is_known(self, player: Player) -> bool:
        return self._of == _page_of(player)


def _page_of(player: Player) -> tuple[int, str]:
    """The document and its address; a fragment counts where it is a path, as tabs in the page's memory may lead to ``#``."""
    address, _, fragment = player.stage.page.url.partition("#")
    return player.stage.activity.pages, f"{address}#{fragment}" if fragment.startswith(("/", "!")) else address


async def picture_of(page: Page) -> Picture:
    """What a page shows that it also shows when it is loaded anew."""
    told = cast("dict[str, Any] | None", await ask_moving(page.main_frame, "counted_rows", {}))
    return Picture(told["heading"], told["lists"], told["numbers"], told["around"]) if told is not None else NO_PICTURE
