"""``python -m bench.huge_page [--rows N] [--rounds N]``: the same five steps on a page of 20 rows and on one of N rows.

A table of N rows is served on loopback, with a form around it. The flow fills a field, clicks a button outside of the
table, the button of one row and a tick box, and reads a status line. Both pages are played in turn, in one browser.
Printed: the medians of a step's time without the page load (the sum over the steps that a replay tells), and their ratio.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
from pathlib import Path
from typing import Any

from awm_mcp.app.owning.wiring import BrowserSide
from awm_mcp.config import Settings
from awm_mcp.model import Outcome, Workflow
from awm_mcp.model.arguments import bind
from awm_mcp.replay.port import ReplayRequest

FEW = 20
_PAGE = """<!doctype html><title>Stock</title><label>Note <input id=n></label><button onclick="say('kept')">Keep note</button>
<label><input type=checkbox onclick="say('ticked')"> Urgent</label><output id=s></output><table><tbody id=t></tbody></table><script>
const say = one => { document.getElementById('s').textContent += one + ' '; };
let rows = ''; for (let i = 1; i <= %d; i++) rows += `<tr><td>Item ${i}</td><td>${i * 7} pieces</td><td><button onclick="say('row ${i}')">Edit</button></td></tr>`;
document.getElementById('t').innerHTML = rows;</script>"""  # noqa: E501  easier to read as the markup it is


def _step(kind: str, target: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"action": {"type": kind, "target": target, **more}}


def _flow(site: str, rows: int) -> Workflow:
    steps = [
        _step("fill", {"role": "textbox", "name": "Note"}, value="call back"),
        _step("click", {"role": "button", "name": "Keep note"}),
        _step("click", {"role": "button", "name": "Edit", "row": [{"param": "item"}]}),
        _step("check", {"role": "checkbox", "name": "Urgent"}),
        _step("extract", {"role": "status"}, output="said"),
    ]
    parameters = [{"name": "item", "type": "string"}]
    made = {"name": "stock_edit_item", "site": site, "start": f"/{rows}", "parameters": parameters, "steps": steps}
    return Workflow.model_validate(made)


def main() -> None:
    """Reads the options, measures and prints."""
    options = argparse.ArgumentParser(prog="python -m bench.huge_page", description=__doc__)
    options.add_argument("--rows", type=int, default=20_000)
    options.add_argument("--rounds", type=int, default=5)
    given = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="awm-bench-") as scratch:
        asyncio.run(_measure(given.rows, given.rounds, Path(scratch)))


async def _measure(rows: int, rounds: int, home: Path) -> None:
    side = BrowserSide(Settings.model_validate({"home": home}))
    server = await asyncio.start_server(_serve, "127.0.0.1", 0)
    site = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    taken: dict[int, list[float]] = {FEW: [], rows: []}
    try:
        for number in range(rounds + 1):
            for count, times in taken.items():
                outcome = await _played(side, site, count, f"r{number}")
                if number:  # the first round warms the browser
                    times.append(sum(one.ms for one in outcome.steps))
    finally:
        server.close()
        await side.close()
    few, many = (statistics.median(times) for times in taken.values())
    each = "; ".join(f"{one.ms} ms {one.action}" for one in outcome.steps)
    print(f"five steps, n = {rounds}: {few:.0f} ms on {FEW} rows, {many:.0f} ms on {rows} rows, ratio {many / few:.1f}")
    print(f"the last round on {rows} rows: {each}")


async def _played(side: BrowserSide, site: str, rows: int, run_id: str) -> Outcome:
    flow = _flow(site, rows)
    request = ReplayRequest(
        run_id=run_id, workflow=flow, arguments=bind(flow, {"item": f"Item {rows // 2}"}), origin=f"http://{site}",
        keep_page=False,
    )  # fmt: skip
    outcome = await side.replayer().replay(request)
    if outcome.outputs != {"said": f"kept row {rows // 2} ticked"}:
        raise RuntimeError(f"{rows} rows: {outcome.status}: {outcome.outputs} {outcome.stopped}")
    return outcome


async def _serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        head = await reader.readuntil(b"\r\n\r\n")
        path = head.split(b" ")[1].strip(b"/")
        body = (_PAGE % int(path)).encode() if path.isdigit() else b""
        kind = b"Content-Type: text/html; charset=utf-8\r\nConnection: close\r\n"
        writer.write(b"HTTP/1.1 200 OK\r\n" + kind + b"Content-Length: %d\r\n\r\n" % len(body) + body)
        await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        return
    finally:
        writer.close()


if __name__ == "__main__":
    main()
