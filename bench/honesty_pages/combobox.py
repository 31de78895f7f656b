# ruff: noqa: E501  pages are easier to read as the markup they are
"""A combobox with a list of its own; the choice is sent at once."""

from __future__ import annotations

import json

from honesty_pages.app import Answer, Family, Site, State, Twin, Values, Write
from honesty_pages.reported import click

PEOPLE = ("Ann Lee", "Bob Ray", "Cleo Fox", "Dina Orr")


def page(state: State, path: str) -> str | None:
    """The ticket."""
    return f"""<h1>Ticket 7</h1><p>The door does not close.</p><p id=shown><span id=l>Assignee</span> <button role=combobox id=who aria-labelledby=l
 aria-haspopup=listbox aria-expanded=false aria-controls=list></button></p><ul id=list role=listbox aria-labelledby=l hidden></ul>
<script>let now = {json.dumps(state["assignee"])}; const people = {json.dumps(PEOPLE)};
const draw = () => {{ who.textContent = now || 'Nobody'; }}; draw();
const open = on => {{ list.hidden = !on; who.setAttribute('aria-expanded', on); }};
list.innerHTML = people.map(p => `<li role=option>${{p}}</li>`).join(''); who.onclick = () => open(list.hidden);
list.onclick = async e => {{ const option = e.target.closest('[role=option]'); if (!option || option.getAttribute('aria-disabled')) return; const name = option.textContent; open(false);
  if (done(await send('/api/ticket', {{assignee: name}}, 'PATCH'), '')) {{ now = name; draw(); }} }};</script>"""


def write(state: State, heard: Write) -> Answer:
    """Keeps the assignee."""
    state["assignee"] = heard.data["assignee"]
    return Answer({"assignee": state["assignee"]})


def done(state: State, values: Values) -> None:
    """The ticket is theirs."""
    state["assignee"] = values["person"]


def _old(site: Site, heard: Write) -> Answer:
    return Answer({"assignee": site.state["assignee"]})


FAMILY = Family(
    name="combobox",
    task="Assign the ticket to {person}",
    values=({"person": "Ann Lee"}, {"person": "Bob Ray"}, {"person": "Dina Orr"}),
    steps=lambda v: [click("Assignee", "combobox"), click(v["person"], "option")],
    seed={"assignee": ""},
    page=page,
    write=write,
    done=done,
    common=(
        "drop, bare", "drop, empty", "403 unseen", "503", "rollback 0.3 s", "rollback 1 s", "rollback 3 s", "cut after", "sent twice",
        "confirm before sending", "late title 0 s", "late alert 1 s", "queue", "offline", "slow", "banner",
    ),
    twins=(
        Twin("answers with the old one", serve=_old, js="twin.blind = true;"),
        Twin("option missing", html=lambda f, h: h.replace('"Dina Orr"', '"Dan Ost"')),
        Twin("option nearly equal", html=lambda f, h: h.replace('"Dina Orr"', '"Dina Orr-Hale", "Dina Orrin"')),
        Twin("option disabled", html=lambda f, h: h.replace("<li role=option>${p}", "<li role=option ${p[0] === 'D' ? 'aria-disabled=true' : ''}>${p}")),
        Twin("list in another order as one is pressed", js="addEventListener('mousedown', () => { if (!list.hidden) list.innerHTML = [...people].reverse().map(p => `<li role=option>${p}</li>`).join(''); }, true);"),
        Twin("sends the neighbour", js="twin.before = d => ({assignee: 'Cleo Fox'});", own_sends=True),
        Twin("counters in names", honest=True, html=lambda f, h: h.replace("<li role=option>${p}", "<li role=option data-p='${p}'>${p} (${p.length})").replace("option.textContent", "option.dataset.p || option.textContent")),
        Twin("chosen already", honest=True, seed=lambda s, v: done(s, v)),
    ),
)  # fmt: skip
