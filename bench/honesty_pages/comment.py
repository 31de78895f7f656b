# ruff: noqa: E501  pages are easier to read as the markup they are
"""A comment under an article, sent by a form; the article comes anew with it."""

from __future__ import annotations

from honesty_pages.app import Answer, Family, Site, State, Twin, Values, Write
from honesty_pages.reported import click, fill

BUTTON = "<button>Post comment</button>"


def page(state: State, path: str) -> str | None:
    """The article with its comments."""
    rows = "".join(f"<li><b>{r['who']}</b>: {r['text']}</li>" for r in state["comments"])
    return f"""<h1>On rivers</h1><p>Rivers run to the sea.</p><h2>Comments ({len(state["comments"])})</h2><ul id=shown>{rows}</ul>
<form method=post action=/comments><p><label for=who>Your name</label> <input id=who name=who></p>
<p><label for=text>Comment</label> <textarea id=text name=text></textarea></p>{BUTTON}</form>"""


def write(state: State, heard: Write) -> Answer:
    """Keeps the comment."""
    state["comments"].append(heard.data)
    return Answer(to="/")


def done(state: State, values: Values) -> None:
    """One comment more."""
    state["comments"].append({"who": values["who"], "text": values["text"]})


FAMILY = Family(
    name="comment",
    task="Comment '{text}' as {who} on the article",
    values=(
        {"who": "Ida", "text": "Well put"},
        {"who": "Jon", "text": "I doubt this"},
        {"who": "Mia", "text": "More about lakes please"},
    ),
    steps=lambda v: [fill("Your name", v["who"]), fill("Comment", v["text"]), click("Post comment")],
    seed={"comments": [{"who": "Tom", "text": "First"}]},
    page=page,
    write=write,
    done=done,
    label="Post comment",
    button=BUTTON,
    pair=("who", "text"),
    forms=True,
    common=(
        "drop, said", "drop, bare", "truncated", "twice", "cut after", "cut before", "503", "429", "to login", "to another host",
        "captcha", "maintenance", "form back, complaint", "form back, silent", "confirm", "alert", "prompt", "drawn question",
        "labels swapped", "neighbour", "hidden namesake", "overlay", "another required field", "slow", "banner", "wrapped", "ids renamed", "kept elsewhere",
    ),
    twins=(
        Twin("waits for approval", serve=lambda site, w: Answer(to="/", says=_say(site, "Your comment is awaiting moderation"))),
        Twin("same comment beforehand, dropped", seed=lambda s, v: done(s, v), serve=lambda site, w: Answer(to="/")),
        Twin("duplicate refused", seed=lambda s, v: done(s, v), serve=lambda site, w: Answer(to="/", says=_say(site, "Duplicate comment detected"))),
        Twin("stale list", honest=True, page=lambda site, t: None, serve=lambda site, w: Answer(write(site.state, w) and "<h1>Thank you</h1><p>Your comment has been posted.</p>")),
        Twin("newest first", honest=True, html=lambda f, h: h.replace("<ul id=shown>", "<ul id=shown style='display:flex;flex-direction:column-reverse'>")),
    ),
)  # fmt: skip


def _say(site: Site, text: str) -> str:
    site.says = text
    return text
