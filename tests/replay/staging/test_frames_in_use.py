"""Which inline frames speak for the site."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from awm_mcp.replay.staging.stage import Stage


def _foreign(url: str) -> str | None:
    return None if "shop" in url else url


def test_a_frame_of_another_host_speaks_for_the_site_once_a_step_acted_in_it():
    page, own, paid_in, advert = (SimpleNamespace(url=f"http://{host}/") for host in ("shop", "shop", "pay", "ads"))
    stage: Any = SimpleNamespace(
        page=SimpleNamespace(main_frame=page, frames=[page, own, paid_in, advert]),
        used_frames=[paid_in],
        foreign=_foreign,
    )
    assert Stage.own_frames(cast("Stage", stage)) == [page, own, paid_in]
