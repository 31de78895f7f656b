# ruff: noqa: E501  pages are easier to read as the markup they are
"""A cell edited in place: press Rename in the row, type, press Enter."""

from __future__ import annotations

import json

from honesty_pages.app import Answer, Family, Site, State, Twin, Values, Write
from honesty_pages.reported import click, fill, press

BUTTON = "<button class=ren>Rename</button>"


def page(state: State, path: str) -> str | None:
    """The table of boards."""
    return f"""<h1>Boards</h1><table><thead><tr><th>Name</th><th>Cards</th><th></th></tr></thead><tbody id=shown></tbody></table>
<script>const rows = {json.dumps(state["boards"])};
const draw = () => {{ shown().innerHTML = rows.map(r => `<tr data-id=${{r.id}}><td>${{r.name}}</td><td>${{r.cards}}</td><td>{BUTTON}</td></tr>`).join(''); }}; draw();
shown().onclick = e => {{ if (e.target.className !== 'ren') return; const row = e.target.closest('tr'); const r = rows.find(r => r.id === +row.dataset.id);
  row.firstElementChild.innerHTML = '<input aria-label="New name">'; const box = row.querySelector('input'); box.value = r.name; box.focus();
  box.onkeydown = async e => {{ if (e.key !== 'Enter') return; const name = box.value;
    if (done(await send('/api/boards/' + r.id, {{name}}, 'PUT'), 'Renamed')) r.name = name; draw(); }}; }};</script>"""


def write(state: State, heard: Write) -> Answer:
    """Keeps the name."""
    one = next(r for r in state["boards"] if r["id"] == int(heard.path.rsplit("/", 1)[1]))
    one["name"] = heard.data["name"]
    return Answer(one)


def done(state: State, values: Values) -> None:
    """The board has the new name."""
    next(r for r in state["boards"] if r["name"] == values["board"])["name"] = values["name"]


def _other(site: Site, heard: Write) -> Answer:
    return write(site.state, Write("PUT", f"/api/boards/{int(heard.path.rsplit('/', 1)[1]) % 4 + 1}", heard.data))


def _taken(state: State, values: Values) -> None:
    state["boards"].append({"id": 8, "name": values["name"], "cards": 2})


FAMILY = Family(
    name="inline",
    task="Rename the board '{board}' to '{name}'",
    values=(
        {"board": "Inbox", "name": "Mailroom"},
        {"board": "Ideas", "name": "Thinking"},
        {"board": "Errands", "name": "Chores"},
    ),
    steps=lambda v: [click("Rename", row=v["board"]), fill("New name", v["name"]), press("New name", "Enter")],
    seed={"boards": [{"id": n, "name": name, "cards": n} for n, name in enumerate(("Inbox", "Ideas", "Errands", "Travel"), 1)]},
    page=page,
    write=write,
    done=done,
    label="Rename",
    button=BUTTON,
    common=(
        "drop, bare", "drop, echo", "truncated", "altered, echo", "409 unseen", "rollback 1 s", "rollback 3 s", "cut after",
        "cut before", "sent twice", "confirm before sending", "late entry 0 s", "late plain 0 s", "kept elsewhere", "slow", "short toast", "other wording", "banner",
    ),
    twins=(
        Twin("another board renamed", serve=_other),
        Twin("that name beforehand, dropped", seed=_taken, serve=lambda site, w: Answer({"result": 1})),
        Twin("cut at eight letters by the field", html=lambda f, h: h.replace("<input aria-label", "<input maxlength=4 aria-label")),
        Twin("Enter does nothing", html=lambda f, h: h.replace("'Enter') return", "'F9') return")),
        Twin("columns moved", honest=True, html=lambda f, h: h.replace("<th>Name</th><th>Cards</th><th></th>", "<th></th><th>Name</th><th>Cards</th>").replace("<td>${r.name}</td><td>${r.cards}</td><td>" + BUTTON + "</td>", "<td>" + BUTTON + "</td><td>${r.name}</td><td>${r.cards}</td>").replace("row.firstElementChild", "row.children[1]")),
    ),
)  # fmt: skip
