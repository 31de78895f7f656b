"""What an agent gets back after each ``browser_*`` call: the page as it stands, without secrets, or the dialog that is open.

Light at import: no browser driver.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import Field

from awm_mcp.model.base import Word
from awm_mcp.model.text import harmless, plain
from awm_mcp.replay.staging.page_view import shown, snapshot_of

if TYPE_CHECKING:
    from awm_mcp.replay.by_hand.recorder import Recorder

AFTER_LIMIT = 6_000
AFTER_TIMEOUT_S = 2.0


class Seen(Word):
    """What an agent gets back. ``dialog``: an open dialog that must be answered first; ``snapshot`` is page text, fenced."""

    session: str
    url: str = ""
    title: str = ""
    snapshot: str = ""
    tabs: tuple[str, ...] = ()
    dialog: str = ""
    downloads: tuple[str, ...] = ()
    refused: tuple[str, ...] = Field(default=(), description="hosts that the site boundary kept the page from")
    artifact: dict[str, Any] | None = None
    note: str = ""

    def as_data(self) -> dict[str, Any]:
        """JSON-ready data."""
        return self.model_dump(mode="json")


async def seen_on(
    hand: Recorder, *, limit: int = AFTER_LIMIT, part: str = "", depth: int | None = None,
    timeout_s: float = AFTER_TIMEOUT_S, tabs: bool = False,
) -> Seen:  # fmt: skip
    """The page in hand as it is told. ``limit``: the most characters of its snapshot, 0 for none; ``part``: the element to
    show alone; ``depth``: the most levels of it; ``timeout_s``: the longest that the snapshot may take, seconds; ``tabs``:
    list the tabs also where there is but one.

    Raises:
        StepStopped: the part is not on the page.
        playwright.async_api.Error: the page is gone.
    """
    looked = await _looked_at(hand, limit, part, depth, timeout_s)
    if looked is None:
        return await _asked(hand)
    title, snapshot = looked
    if limit and not snapshot:
        hand.note.append("the page is too large for a quick snapshot: ask with browser_snapshot and `target` or `depth`")
    listed = await _tabs_of(hand)
    return Seen(
        session=hand.kept.handle,
        url=await hand.clean(hand.page.url),
        title=title,
        snapshot=shown(snapshot, limit) if snapshot else "",
        tabs=listed if tabs or len(listed) > 1 else (),
        downloads=tuple(path.name for path in await hand.kept.opened.saved_downloads()),
        refused=tuple(hand.kept.opened.boundary.refused),
        note=await hand.clean("; ".join(hand.note)),
    )


async def _looked_at(hand: Recorder, limit: int, part: str, depth: int | None, timeout_s: float) -> tuple[str, str] | None:
    """The title and the snapshot; None where a dialog is open, which must be answered first."""
    snapshots: list[str] = []
    titles: list[str] = []

    async def look() -> None:
        place = (await hand.locator(part)) if part else hand.page
        snapshots.append(await hand.clean(await snapshot_of(place, timeout_s, depth) or "") if limit else "")
        titles.append(await hand.clean(harmless(await hand.page.title(), 120)))
        await hand.hear_late()

    await hand.unless_dialog(look)
    return None if hand.dialog is not None else (titles[0], snapshots[0])


async def _asked(hand: Recorder) -> Seen:
    """What there is to say while a dialog is open."""
    dialog = hand.dialog
    asked = f'{dialog.type} "{plain(dialog.message, 200)}"' if dialog is not None else ""
    note = "answer the dialog with browser_handle_dialog"
    return Seen(session=hand.kept.handle, url=await hand.clean(hand.page.url), dialog=await hand.clean(asked), note=note)


async def _tabs_of(hand: Recorder) -> tuple[str, ...]:
    pages = hand.kept.opened.context.pages
    listed = [f"{number}{' (in use)' if page is hand.page else ''}: {page.url}" for number, page in enumerate(pages)]
    return tuple([await hand.clean(one) for one in listed])
