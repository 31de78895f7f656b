# ruff: noqa: E501  pages are easier to read as the markup they are
"""Creating an entry: a script sends it, and draws it in the list of the same page."""

from __future__ import annotations

import json

from honesty_pages.app import Answer, Family, State, Twin, Values, Write
from honesty_pages.reported import click, fill

BUTTON = "<button id=add>Add item</button>"
DRAW = "shown().innerHTML = rows.map(r => `<li><b>${r.title}</b> <span>${r.note}</span></li>`).join('')"


def page(state: State, path: str) -> str | None:
    """The list and its form."""
    return f"""<h1>Shopping list</h1><form id=form><p><label for=title>Item</label> <input id=title></p>
<p><label for=note>Note</label> <input id=note></p>{BUTTON}</form><ul id=shown></ul>
<script>const rows = {json.dumps(state["rows"])}; const draw = () => {{ {DRAW} }}; draw();
form.onsubmit = async e => {{ e.preventDefault(); const made = {{title: title.value, note: note.value}};
  if (done(await send('/api/items', made), 'Item added')) {{ rows.push(made); draw(); form.reset(); }} }};</script>"""


def write(state: State, heard: Write) -> Answer:
    """Keeps the entry."""
    state["rows"].append(heard.data)
    return Answer({"id": len(state["rows"]), **heard.data}, 201)


def done(state: State, values: Values) -> None:
    """One entry more."""
    state["rows"].append({"title": values["title"], "note": values["note"]})


def _as_before(state: State, values: Values) -> None:
    done(state, values)


FAMILY = Family(
    name="entry",
    task="Add the item '{title}' with the note '{note}' to the shopping list",
    values=(
        {"title": "Oat milk", "note": "two litres"},
        {"title": "Rye bread", "note": "sliced"},
        {"title": "Green tea", "note": "loose leaves"},
    ),
    steps=lambda v: [fill("Item", v["title"]), fill("Note", v["note"]), click("Add item")],
    seed={"rows": [{"title": "Apples", "note": "a kilo"}, {"title": "Butter", "note": "salted"}]},
    page=page,
    write=write,
    done=done,
    label="Add item",
    button=BUTTON,
    pair=("title", "note"),
    common=(
        "drop, bare", "drop, echo", "truncated", "altered, echo", "twice", "sent twice", "rollback 0.3 s", "rollback 1 s",
        "rollback 3 s", "cut after", "cut before", "429 unseen", "confirm", "overlay", "neighbour", "hidden namesake",
        "labels swapped", "queue", "late plain 1 s", "offline", "kept elsewhere", "slow", "short toast", "other wording", "banner", "wrapped",
    ),
    twins=(
        Twin("same entry beforehand, dropped", seed=_as_before, serve=lambda site, w: Answer({"result": 1})),
        Twin("same entry beforehand", honest=True, seed=_as_before),
        Twin("sorted list", honest=True, html=lambda f, h: h.replace("rows.map", "[...rows].sort((a, b) => b.title < a.title ? -1 : 1).map")),
        Twin("shown in a table", honest=True, html=lambda f, h: h.replace("<ul id=shown></ul>", "<table><tbody id=shown></tbody></table>").replace("<li><b>${r.title}</b> <span>${r.note}</span></li>", "<tr><td>${r.note}</td><td>${r.title}</td></tr>")),
    ),
)  # fmt: skip
