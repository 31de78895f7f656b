# ruff: noqa: E501  pages are easier to read as the markup they are
"""A switch in a row: a script sends what it was set to."""

from __future__ import annotations

import json

from honesty_pages.app import Answer, Family, Site, State, Twin, Values, Write
from honesty_pages.reported import click

BUTTON = "<button role=switch aria-checked=${r.on} aria-label=\"Alerts for ${r.name}\">${r.on ? 'On' : 'Off'}</button>"


def page(state: State, path: str) -> str | None:
    """The switches."""
    return f"""<h1>Alerts</h1><ul id=shown></ul><script>const rows = {json.dumps(state["rooms"])};
const draw = () => {{ shown().innerHTML = rows.map(r => `<li data-id=${{r.id}}>${{r.name}} {BUTTON}</li>`).join(''); }}; draw();
shown().onclick = async e => {{ if (e.target.tagName !== 'BUTTON') return; const r = rows.find(r => r.id === +e.target.closest('li').dataset.id);
  const on = !r.on; if (done(await send('/api/rooms/' + r.id, {{on}}, 'PATCH'), '')) {{ r.on = on; draw(); }} }};</script>"""


def write(state: State, heard: Write) -> Answer:
    """Sets the switch."""
    one = next(r for r in state["rooms"] if r["id"] == int(heard.path.rsplit("/", 1)[1]))
    one["on"] = heard.data["on"]
    return Answer(one)


def done(state: State, values: Values) -> None:
    """It is on."""
    next(r for r in state["rooms"] if r["name"] == values["room"])["on"] = True


def _other(site: Site, heard: Write) -> Answer:
    write(site.state, Write("PATCH", f"/api/rooms/{int(heard.path.rsplit('/', 1)[1]) % 4 + 1}", heard.data))
    return Answer({"result": 1})


def _old_value(site: Site, heard: Write) -> Answer:
    return Answer(next(r for r in site.state["rooms"] if r["id"] == int(heard.path.rsplit("/", 1)[1])))


FAMILY = Family(
    name="toggle",
    task="Turn on the alerts for {room}",
    values=({"room": "Kitchen"}, {"room": "Garage"}, {"room": "Cellar"}),
    steps=lambda v: [click(f"Alerts for {v['room']}", "switch")],
    seed={"rooms": [{"id": n, "name": name, "on": name == "Attic"} for n, name in enumerate(("Attic", "Kitchen", "Garage", "Cellar"), 1)]},
    page=page,
    write=write,
    done=done,
    label="",
    button=BUTTON,
    common=(
        "drop, bare", "drop, empty", "403 unseen", "503", "rollback 0.3 s", "rollback 1 s", "rollback 3 s", "cut after", "sent twice",
        "confirm before sending", "late live 0 s", "late title 0 s", "queue", "offline", "slow", "banner", "wrapped",
    ),
    twins=(
        Twin("another one is set", serve=_other),
        Twin("answers with the old state", serve=_old_value, js="twin.blind = true;"),
        Twin("on already", honest=True, seed=lambda state, values: done(state, values)),
        Twin("disabled", html=lambda f, h: h.replace("<button role=switch", "<button disabled role=switch")),
        Twin("sends the contrary", js="twin.before = d => ({on: !d.on});", own_sends=True),
        Twin("called otherwise", html=lambda f, h: h.replace("Alerts for ${r.name}", "Mute ${r.name}")),
    ),
)  # fmt: skip
