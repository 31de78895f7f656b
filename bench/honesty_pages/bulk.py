# ruff: noqa: E501  pages are easier to read as the markup they are
"""Rows that are ticked, and one button for all of them."""

from __future__ import annotations

import json

from honesty_pages.app import Answer, Family, Site, State, Twin, Values, Write
from honesty_pages.reported import check, click

BUTTON = "<button id=go>Archive selected</button>"


def page(state: State, path: str) -> str | None:
    """The mailbox."""
    return f"""<h1>Mailbox</h1>{BUTTON}<table><tbody id=shown></tbody></table><script>let rows = {json.dumps(state["mails"])};
const draw = () => {{ shown().innerHTML = rows.map(r => `<tr><td><input type=checkbox value=${{r.id}} aria-label="Select ${{r.title}}" ${{r.ticked ? 'checked' : ''}}></td><td>${{r.title}}</td></tr>`).join(''); }}; draw();
go.onclick = async () => {{ const ids = [...document.querySelectorAll('tbody input:checked')].map(b => +b.value); if (!ids.length) return toast('Nothing is selected', 'alert');
  if (done(await send('/api/archive', {{ids}}), ids.length + ' archived')) {{ rows = rows.filter(r => !ids.includes(r.id)); draw(); }} }};</script>"""


def write(state: State, heard: Write) -> Answer:
    """Puts them away."""
    state["archive"] += [one["title"] for one in state["mails"] if one["id"] in heard.data["ids"]]
    state["mails"] = [one for one in state["mails"] if one["id"] not in heard.data["ids"]]
    return Answer({"archived": len(heard.data["ids"])})


def done(state: State, values: Values) -> None:
    """The two are in the archive."""
    titles = (values["one"], values["other"])
    state["archive"] += [one["title"] for one in state["mails"] if one["title"] in titles]
    state["mails"] = [one for one in state["mails"] if one["title"] not in titles]


def _one_only(site: Site, heard: Write) -> Answer:
    write(site.state, Write("POST", heard.path, {"ids": heard.data["ids"][:1]}))
    return Answer({"results": [{"id": heard.data["ids"][0], "ok": True}, {"id": heard.data["ids"][-1], "ok": False}]})


def _fewer(site: Site, heard: Write) -> Answer:
    write(site.state, Write("POST", heard.path, {"ids": heard.data["ids"][:1]}))
    return Answer({"archived": 1, "failed": 1})


def _ticked(state: State, values: Values) -> None:
    state["mails"][0]["ticked"] = True


TITLES = ("Welcome", "Invoice May", "Invoice June", "Lunch", "Rota", "Survey")
FAMILY = Family(
    name="bulk",
    task="Archive the mails '{one}' and '{other}'",
    values=(
        {"one": "Invoice May", "other": "Lunch"},
        {"one": "Invoice June", "other": "Rota"},
        {"one": "Lunch", "other": "Survey"},
    ),
    steps=lambda v: [check(f"Select {v['one']}"), check(f"Select {v['other']}"), click("Archive selected")],
    seed={"mails": [{"id": n, "title": title} for n, title in enumerate(TITLES, 1)], "archive": []},
    page=page,
    write=write,
    done=done,
    label="Archive selected",
    button=BUTTON,
    common=(
        "drop, bare", "drop, empty", "409 unseen", "503", "rollback 1 s", "rollback 3 s", "cut after", "cut before", "sent twice",
        "confirm", "drawn question", "late toast 0 s", "late far 0 s", "hidden namesake", "neighbour", "queue", "slow", "short toast", "banner", "wrapped",
    ),
    twins=(
        Twin("one of two fails", serve=_one_only),
        Twin("one of two fails, counted", serve=_fewer),
        Twin("another one is ticked", seed=_ticked),
        Twin("Delete selected", html=lambda f, h: h.replace("Archive selected", "Delete selected")),
        Twin("a tick is lost", html=lambda f, h: h.replace("draw();\ngo.onclick", "draw(); shown().onchange = e => setTimeout(() => { const all = shown().querySelectorAll('input:checked'); if (all.length > 1) all[0].checked = false; }, 30);\ngo.onclick")),
        Twin("all are sent", js="twin.before = d => ({ids: rows.map(r => r.id)});", own_sends=True),
    ),
)  # fmt: skip
