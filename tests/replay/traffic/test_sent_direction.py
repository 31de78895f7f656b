# ruff: noqa: E501  pages are easier to read as the markup they are
"""Which way a control that shows nothing turns something is told by what it sends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

import pytest
from core_stage import Stand, step, t

from awm_mcp.model import Became
from awm_mcp.replay.traffic.sent_direction import way_sent


@dataclass
class Sent:
    method: str
    url: str
    post_data_buffer: bytes


@pytest.mark.parametrize(
    ("method", "path", "body", "name", "sets"),
    [
        ("POST", "/api/star", '{"on": true}', "Star", True),
        ("POST", "/api/star", '{"on": false}', "Star", False),
        ("POST", "/api/item/7", '{"id": 7, "is_starred": false}', "Star", False),
        ("POST", "/graphql", '{"variables": {"input": {"watching": false}}}', "Watch", False),
        ("POST", "/api/item/7", "starred=0", "Star", False),
        ("POST", "/api/watch", "false", "Watch", False),
        ("DELETE", "/user/starred/tea", "", "Star", False),
        ("PUT", "/user/starred/tea", "", "Star", True),
        ("POST", "/users/ann/unfollow", "", "Follow", False),
        ("POST", "/users/ann/follow", "", "Follow", None),
        ("POST", "/api/do", '{"action": "unfollow"}', "Follow", False),
        ("POST", "/api/do", '{"action": "follow"}', "Follow", True),
        ("POST", "/api/mute", '{"notify": false}', "Mute", None),
        ("POST", "/api/star", '{"on": true, "starred": false}', "Star", None),
        ("POST", "/api/star", "", "Star", None),
        ("POST", "/api/dashboards/star", '{"id": 1}', "Star", None),
    ],
)
def test_what_is_called_like_the_control_or_like_nothing_tells_the_way(
    method: str, path: str, body: str, name: str, sets: bool | None
):
    sent = cast("Any", Sent(method, f"http://a.test{path}", body.encode()))
    assert way_sent([sent], [name]) is sets


PAGE = """<button id=b>Watch</button><script>let on = START; const draw = () => { b.style.color = on ? 'gold' : 'gray'; }; draw();
b.onclick = async () => { on = !on; await fetch('/api/watch', { method: 'POST', body: JSON.stringify({ on }) }); draw(); };
</script>"""


@pytest.mark.parametrize(("on", "code"), [("false", "ok"), ("true", "already_so")])
@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_a_click_that_takes_off_what_is_wanted_is_no_success_where_only_a_colour_tells(
    stand: Stand, on: str, code: str
):
    stand.site.pages["/api/watch"] = (200, {"content-type": "application/json"}, "{}")
    click = step("click", t(role="button", name="Watch"), writes=True, became=Became(unset=True, wanted=True, echoes=1))
    outcome = await stand.play(click, page=PAGE.replace("START", on), risk="write")
    assert (outcome.stopped.code if outcome.stopped is not None else outcome.status) == code
    assert outcome.status == ("ok" if code == "ok" else "unknown")
