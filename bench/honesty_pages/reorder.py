# ruff: noqa: E501  pages are easier to read as the markup they are
"""A list whose entries are dragged; the new order is sent."""

from __future__ import annotations

import json

from honesty_pages.app import Answer, Family, Site, State, Twin, Values, Write
from honesty_pages.reported import drag

SONGS = ("Amber", "Basalt", "Cobalt", "Denim", "Ebony")


def page(state: State, path: str) -> str | None:
    """The playlist."""
    return f"""<h1>Playlist</h1><p>Drag the songs into the order that you like.</p><ol id=shown></ol>
<script>let rows = {json.dumps(state["songs"])}; let held;
const draw = () => {{ shown().innerHTML = rows.map(r => `<li draggable=true>${{r}}</li>`).join(''); }}; draw();
shown().ondragstart = e => {{ held = e.target.textContent; e.dataTransfer.setData('text/plain', held); }}; shown().ondragover = e => e.preventDefault();
shown().ondrop = async e => {{ e.preventDefault(); const to = e.target.closest('li').textContent; if (to === held) return; const next = rows.filter(r => r !== held);
  next.splice(rows.indexOf(to), 0, held); if (done(await send('/api/order', {{order: next}}, 'PUT'), '')) {{ rows = next; draw(); }} }};</script>"""


def write(state: State, heard: Write) -> Answer:
    """Keeps the order."""
    state["songs"] = heard.data["order"]
    return Answer({"order": state["songs"]})


def done(state: State, values: Values) -> None:
    """The song stands where the other one stood."""
    if values["place"] not in state["songs"]:
        return
    at = state["songs"].index(values["place"])
    rest = [song for song in state["songs"] if song != values["song"]]
    state["songs"] = [*rest[:at], values["song"], *rest[at:]]


def _old(site: Site, heard: Write) -> Answer:
    return Answer({"order": site.state["songs"]})


def _mixed(site: Site, heard: Write) -> Answer:
    site.state["songs"] = sorted(heard.data["order"])
    return Answer({"result": 1})


FAMILY = Family(
    name="reorder",
    task="Move the song '{song}' to the place of '{place}'",
    values=(
        {"song": "Denim", "place": "Amber"},
        {"song": "Ebony", "place": "Basalt"},
        {"song": "Cobalt", "place": "Amber"},
    ),
    steps=lambda v: [drag(v["song"], v["place"])],
    seed={"songs": list(SONGS)},
    page=page,
    write=write,
    done=done,
    common=(
        "drop, bare", "drop, empty", "403 unseen", "rollback 0.3 s", "rollback 1 s", "rollback 3 s", "cut after", "sent twice",
        "confirm before sending", "late plain 0 s", "late live 0 s", "queue", "slow", "banner",
    ),
    twins=(
        Twin("answers with the old order", serve=_old, js="twin.blind = true;"),
        Twin("another order is kept", serve=_mixed),
        Twin("not draggable", html=lambda f, h: h.replace("ondrop = async e => {", "ondrop = async e => { return;")),
        Twin("two of that name", seed=lambda s, v: s["songs"].insert(0, v["song"])),
        Twin("not there", seed=lambda s, v: s["songs"].remove(v["place"])),
        Twin("there already", seed=lambda s, v: done(s, v)),
    ),
)  # fmt: skip
