# ruff: noqa: E501  pages are easier to read as the markup they are
"""Three pages one after the other, each a form; the last one sends what the others gathered."""

from __future__ import annotations

from honesty_pages.app import Answer, Family, Site, State, Twin, Values, Write
from honesty_pages.reported import click, fill, select

BUTTON = "<button>Place request</button>"
DRAFT: dict[str, str] = {}


def page(state: State, path: str) -> str | None:
    """Home, the three steps, and the end."""
    if path == "/":
        rows = "".join(f"<li>{r['title']} – {r['kind']}</li>" for r in state["requests"])
        return f"<h1>Requests</h1><a href=/new>New request</a><ul id=shown>{rows}</ul>"
    if path == "/new":
        return "<h1>Step 1 of 3</h1><form method=post action=/new/1><label>Subject <input name=title></label><button>Next</button></form>"
    if path == "/new/2":
        kinds = "".join(f"<option>{kind}</option>" for kind in ("Repair", "Purchase", "Travel"))
        return f"<h1>Step 2 of 3</h1><form method=post action=/new/2><label>Kind <select name=kind>{kinds}</select></label><button>Next</button></form>"
    if path == "/new/3":
        told = "".join(f"<dt>{key.capitalize()}</dt><dd>{text}</dd>" for key, text in DRAFT.items())
        return f"<h1>Step 3 of 3</h1><dl id=shown>{told}</dl><form method=post action=/send>{BUTTON}</form>"
    return "<h1>Thank you</h1><p>Your request was placed.</p><a href=/>All requests</a>" if path == "/thanks" else None


def write(state: State, heard: Write) -> Answer:
    """Gathers, and keeps at the end."""
    if heard.path != "/send":
        DRAFT.update(heard.data)
        return Answer(to="/new/2" if heard.path == "/new/1" else "/new/3")
    state["requests"].append({"title": DRAFT["title"], "kind": DRAFT["kind"]})
    return Answer(to="/thanks")


def done(state: State, values: Values) -> None:
    """One request more."""
    state["requests"].append({"title": values["title"], "kind": values["kind"]})


def _expired_midway(site: Site, target: str) -> Answer | None:
    return Answer(to="/login") if target == "/new/3" else None


def _begun_anew(site: Site, heard: Write) -> Answer:
    return Answer(to="/new", says="")


FAMILY = Family(
    name="wizard",
    task="Place a request '{title}' of the kind {kind}",
    values=(
        {"title": "Desk lamp", "kind": "Purchase"},
        {"title": "Broken chair", "kind": "Repair"},
        {"title": "Trip to Bath", "kind": "Travel"},
    ),
    steps=lambda v: [
        click("New request", "link"), fill("Subject", v["title"]), click("Next"), select("Kind", v["kind"]), click("Next"),
        click("Place request"),
    ],
    seed={"requests": [{"title": "Printer", "kind": "Repair"}]},
    page=page,
    write=write,
    done=done,
    label="Place request",
    button=BUTTON,
    forms=True,
    back=lambda heard: "/new/3",
    last="/send",
    common=(
        "cut after", "cut before", "503", "409", "to login", "to another host", "captcha", "maintenance", "form back, complaint",
        "form back, silent", "confirm", "drawn question", "neighbour", "hidden namesake", "slow", "banner", "wrapped", "moved on hover",
    ),
    twins=(
        Twin("session over midway", page=_expired_midway),
        Twin("begins anew", serve=_begun_anew),
        Twin("thanks, but waits for a call", serve=lambda site, w: Answer("<h1>Almost there</h1><p>Your request will be placed after you confirm it by e-mail.</p>")),
        Twin("a further step", serve=lambda site, w: Answer("<h1>Step 4 of 4</h1><form method=post action=/pay><label>Cost centre <input name=c></label><button>Finish</button></form>")),
        Twin("thanks for nothing", serve=lambda site, w: Answer("<h1>Sorry</h1><p>Your request could not be placed.</p>")),
        Twin("option missing", html=lambda f, h: h.replace("<option>Travel</option>", "")),
        Twin("review shows another kind", serve=lambda site, w: (DRAFT.update(kind="Repair"), write(site.state, w))[1]),
        Twin("thanks in other words", honest=True, serve=lambda site, w: write(site.state, w) and Answer("<h1>All done</h1><p>We have received your request and will be in touch.</p>")),
    ),
)  # fmt: skip
