# ruff: noqa: E501  pages are easier to read as the markup they are
"""A form in a dialog: opened, filled in, saved by a script that closes it."""

from __future__ import annotations

import json

from honesty_pages.app import Answer, Family, State, Twin, Values, Write
from honesty_pages.reported import click, fill, select

BUTTON = "<button id=save type=button>Save event</button>"


def page(state: State, path: str) -> str | None:
    """The list of events and the dialog."""
    rooms = "".join(f"<option>{room}</option>" for room in ("Choose…", "Oak", "Elm", "Ash"))
    return f"""<h1>Events</h1><button id=new>New event</button><ul id=shown></ul>
<dialog id=box aria-label="New event"><p><label for=title>Title</label> <input id=title></p><p><label for=day>Date</label> <input id=day type=date></p>
<p><label for=room>Room</label> <select id=room>{rooms}</select></p><button type=button id=cancel>Cancel</button> {BUTTON}</dialog>
<script>const rows = {json.dumps(state["events"])};
const draw = () => {{ shown().innerHTML = rows.map(r => `<li><b>${{r.title}}</b> <time>${{r.day}}</time> <i>${{r.room}}</i></li>`).join(''); }}; draw();
document.getElementById('new').onclick = () => box.showModal(); cancel.onclick = () => box.close();
save.onclick = async () => {{ const made = {{title: title.value, day: day.value, room: room.value}};
  if (done(await send('/api/events', made), 'Event created')) {{ rows.push(made); draw(); box.close(); }} }};</script>"""


def write(state: State, heard: Write) -> Answer:
    """Keeps the event."""
    state["events"].append(heard.data)
    return Answer({"ok": True, "event": heard.data}, 201)


def done(state: State, values: Values) -> None:
    """One event more."""
    state["events"].append({"title": values["title"], "day": values["day"], "room": values["room"]})


FAMILY = Family(
    name="modal",
    task="Create the event '{title}' on {day} in room {room}",
    values=(
        {"title": "Choir", "day": "2026-12-05", "room": "Oak"},
        {"title": "Chess", "day": "2026-12-12", "room": "Elm"},
        {"title": "Yoga class", "day": "2026-12-19", "room": "Ash"},
    ),
    steps=lambda v: [
        click("New event"), fill("Title", v["title"]), fill("Date", v["day"]), select("Room", v["room"]), click("Save event"),
    ],
    seed={"events": [{"title": "Fair", "day": "2026-12-01", "room": "Oak"}]},
    page=page,
    write=write,
    done=done,
    label="Save event",
    button=BUTTON,
    common=(
        "drop, bare", "drop, echo", "truncated", "rollback 0.3 s", "rollback 1 s", "cut after", "429", "500 unseen",
        "hidden namesake", "neighbour", "confirm", "alert", "late brief 0 s", "late alert 1 s",
        "late far 0 s", "slow", "short toast", "other wording", "banner", "wrapped", "popup",
    ),
    twins=(
        Twin("buttons swapped", honest=True, html=lambda f, h: h.replace("<button type=button id=cancel>Cancel</button> " + BUTTON, BUTTON + " <button type=button id=cancel>Cancel</button>")),
        Twin("option missing", html=lambda f, h: h.replace("<option>Ash</option>", "")),
        Twin("option nearly equal", html=lambda f, h: h.replace("<option>Ash</option>", "<option>Ash (annex)</option><option>Ashby</option>")),
        Twin("option disabled", html=lambda f, h: h.replace("<option>Ash</option>", "<option disabled>Ash</option>")),
        Twin("stays open and clears", html=lambda f, h: h.replace("draw(); box.close();", "title.value = '';"), serve=lambda site, w: Answer({"result": 1})),
        Twin("date told otherwise", honest=True, html=lambda f, h: h.replace("${r.day}", "${r.day.split('-').reverse().join('.')}")),
        Twin("on the next page of the list", honest=True, html=lambda f, h: h.replace("rows.map", "rows.slice(0, 1).map").replace("<ul id=shown></ul>", "<ul id=shown></ul><p>1 of 2</p>")),
        Twin("date turned by the site", serve=lambda site, w: write(site.state, Write(w.method, w.path, {**w.data, "day": "2026-09-12"})) and Answer({"result": 1})),
    ),
)  # fmt: skip
