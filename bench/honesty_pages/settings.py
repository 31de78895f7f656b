# ruff: noqa: E501  pages are easier to read as the markup they are
"""Settings that save themselves a moment after each change."""

from __future__ import annotations

import json

from honesty_pages.app import Answer, Family, Site, State, Twin, Values, Write
from honesty_pages.reported import fill, select


def page(state: State, path: str) -> str | None:
    """The settings."""
    langs = "".join(
        f"<option {'selected' if one == state['language'] else ''}>{one}</option>"
        for one in ("English", "German", "French", "Polish")
    )
    return f"""<h1>Settings</h1><div id=shown><p><label for=name>Display name</label> <input id=name value={json.dumps(state["name"])}></p>
<p><label for=language>Language</label> <select id=language>{langs}</select></p></div><p id=said role=status></p>
<script>let timer; const save = key => async () => {{ const a = await send('/api/settings', {{[key]: document.getElementById(key).value}}, 'PATCH');
  said.textContent = a.quiet ? '' : a.ok ? twin.words('All changes saved') : a.why; }};
document.getElementById('name').oninput = () => {{ clearTimeout(timer); timer = setTimeout(save('name'), 300); }};
language.onchange = save('language');</script>"""


def write(state: State, heard: Write) -> Answer:
    """Keeps what was changed."""
    state.update(heard.data)
    return Answer({"ok": True})


def done(state: State, values: Values) -> None:
    """Both are set."""
    state.update(name=values["name"], language=values["language"])


def _name_only(site: Site, heard: Write) -> Answer:
    return write(site.state, heard) if "name" in heard.data else Answer({"result": 1})


def _language_only(site: Site, heard: Write) -> Answer:
    return write(site.state, heard) if "language" in heard.data else Answer({"ok": False, "error": "name is taken"})


FAMILY = Family(
    name="settings",
    task="Set the display name to '{name}' and the language to {language}",
    values=(
        {"name": "Quinn", "language": "German"},
        {"name": "Rosa", "language": "French"},
        {"name": "Silas", "language": "Polish"},
    ),
    steps=lambda v: [fill("Display name", v["name"]), select("Language", v["language"])],
    seed={"name": "Guest", "language": "English"},
    page=page,
    write=write,
    done=done,
    common=(
        "drop, bare", "drop, empty", "403 unseen", "503", "rollback 1 s", "cut after", "confirm before sending", "late field 0 s",
        "late title 0 s", "late live 0 s", "queue", "offline", "slow", "banner", "other wording",
    ),
    twins=(
        Twin("the language is not kept", serve=_name_only, js="twin.blind = true;"),
        Twin("the name is refused", serve=_language_only, js="twin.blind = true;"),
        Twin("the name comes back", html=lambda f, h: h.replace("language.onchange =", "language.onfocus = () => { document.getElementById('name').value = 'Guest'; save('name')(); }; language.onchange ="), own_sends=True),
        Twin("option missing", html=lambda f, h: h.replace("<option >Polish</option>", "")),
        Twin("needs Save now", html=lambda f, h: h.replace("document.getElementById('name').oninput =", "const unused =").replace("language.onchange =", "const unused2 =").replace("<p id=said", "<button>Save</button><p id=said")),
    ),
)  # fmt: skip
