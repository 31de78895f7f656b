"""A file sent with its title by a form."""

from __future__ import annotations

from honesty_pages.app import Answer, Family, Site, State, Twin, Values, Write
from honesty_pages.reported import click, fill, upload

BUTTON = "<button>Upload</button>"


def page(state: State, path: str) -> str | None:
    """The files and the form."""
    rows = "".join(f"<tr><td>{r['title']}</td><td>{r['file']}</td></tr>" for r in state["files"])
    return f"""<h1>Files</h1><table id=shown><tr><th>Title</th><th>File</th></tr>{rows}</table>
<form method=post action=/files enctype=multipart/form-data><p><label for=title>Title</label> <input id=title name=title></p>
<p><label for=file>File</label> <input id=file name=file type=file></p>{BUTTON}</form>"""


def write(state: State, heard: Write) -> Answer:
    """Keeps title and name of the file."""
    state["files"].append({"title": heard.data["title"], "file": heard.data["file"]})
    return Answer(to="/", says="Uploaded")


def done(state: State, values: Values) -> None:
    """One file more."""
    state["files"].append({"title": values["title"], "file": values["file"]})


def _without_file(site: Site, heard: Write) -> Answer:
    site.says = "Uploaded"
    return write(site.state, Write("POST", heard.path, {**heard.data, "file": ""}))


FILES = ("plan.txt", "notes.txt", "offer.txt")
FAMILY = Family(
    name="upload",
    task="Upload the file {file} under the title '{title}'",
    values=(
        {"title": "Plan", "file": FILES[0]},
        {"title": "Notes of May", "file": FILES[1]},
        {"title": "Offer B", "file": FILES[2]},
    ),
    steps=lambda v: [fill("Title", v["title"]), upload("File", v["file"]), click("Upload")],
    seed={"files": [{"title": "Old", "file": "old.txt"}]},
    page=page,
    write=write,
    done=done,
    label="Upload",
    button=BUTTON,
    forms=True,
    files=FILES,
    common=(
        "drop, said",
        "drop, bare",
        "truncated",
        "cut after",
        "413",
        "503",
        "to login",
        "captcha",
        "form back, complaint",
        "form back, silent",
        "confirm",
        "drawn question",
        "hidden namesake",
        "neighbour",
        "slow",
        "banner",
        "wrapped",
    ),
    twins=(
        Twin("without the file", serve=_without_file),
        Twin("kind refused", serve=lambda site, w: site.shown("/", "Files of this type are not allowed", "alert")),
        Twin(
            "title of the file",
            serve=lambda site, w: write(site.state, Write("POST", w.path, {**w.data, "title": w.data["file"]})),
        ),
    ),
)
