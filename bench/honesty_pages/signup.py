# ruff: noqa: E501  pages are easier to read as the markup they are
"""Signing up: a form with a select and a tick, and a page of welcome."""

from __future__ import annotations

from honesty_pages.app import Answer, Family, Site, State, Twin, Values, Write
from honesty_pages.reported import check, click, fill, select

BUTTON = "<button>Register</button>"


def page(state: State, path: str) -> str | None:
    """The form, and the welcome."""
    if path == "/welcome":
        return "<h1>Welcome!</h1><p>You are registered for the course.</p>"
    days = "".join(f"<option>{day}</option>" for day in ("Monday", "Tuesday", "Wednesday", "Thursday"))
    return f"""<h1>Course in pottery</h1><form method=post action=/register><p><label for=name>Full name</label> <input id=name name=name></p>
<p><label for=mail>E-mail</label> <input id=mail name=mail></p><p><label for=day>Day</label> <select id=day name=day>{days}</select></p>
<p><label><input type=checkbox name=terms> I accept the terms</label></p>{BUTTON}</form>"""


def write(state: State, heard: Write) -> Answer:
    """Keeps who comes."""
    state["guests"].append({key: heard.data[key] for key in ("name", "mail", "day")})
    return Answer(to="/welcome")


def done(state: State, values: Values) -> None:
    """One guest more."""
    state["guests"].append({key: values[key] for key in ("name", "mail", "day")})


def _waiting_list(site: Site, heard: Write) -> Answer:
    return Answer("<h1>Thank you for your interest</h1><p>The course is full. You are on the waiting list.</p>")


def _other_day(site: Site, heard: Write) -> Answer:
    write(site.state, Write("POST", heard.path, {**heard.data, "day": "Monday"}))
    return Answer("<h1>Welcome!</h1><p>You are registered for the course on Monday.</p>")


FAMILY = Family(
    name="signup",
    task="Register {name} with the e-mail {mail} for the course on {day}",
    values=(
        {"name": "Nora Pike", "mail": "nora@example.com", "day": "Tuesday"},
        {"name": "Omar Reed", "mail": "omar@example.com", "day": "Wednesday"},
        {"name": "Pia Stone", "mail": "pia@example.com", "day": "Thursday"},
    ),
    steps=lambda v: [
        fill("Full name", v["name"]), fill("E-mail", v["mail"]), select("Day", v["day"]), check("I accept the terms"), click("Register"),
    ],
    seed={"guests": []},
    page=page,
    write=write,
    done=done,
    label="Register",
    button=BUTTON,
    pair=("name", "mail"),
    unseen=("drop, bare",),
    forms=True,
    common=(
        "drop, bare", "cut after", "cut before", "503", "409", "429", "to login", "to another host", "captcha", "maintenance",
        "form back, complaint", "form back, silent", "confirm", "alert", "prompt", "drawn question", "labels swapped", "neighbour",
        "hidden namesake", "another required field", "overlay", "moved on hover", "slow", "banner", "wrapped", "ids renamed",
    ),
    twins=(
        Twin("waiting list", serve=_waiting_list),
        Twin("registered for another day", serve=_other_day),
        Twin("must be confirmed by mail", serve=lambda site, w: Answer("<h1>One more step</h1><p>Click the link in the e-mail to complete your registration.</p>")),
        Twin("address is taken", serve=lambda site, w: Answer("<h1>Course in pottery</h1><p>This e-mail is already registered.</p>")),
        Twin("closed", serve=lambda site, w: Answer("<h1>Registration closed</h1><p>See you next year.</p>")),
        Twin("day missing", html=lambda f, h: h.replace("<option>Thursday</option>", "")),
        Twin("welcome in other words", honest=True, serve=lambda site, w: Answer(write(site.state, w) and "<h1>Thank you, you are registered</h1><p>We look forward to seeing you.</p>")),
    ),
)  # fmt: skip
