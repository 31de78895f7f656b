"""What is taken for a write by its words before anything is done, on pages in other languages than English."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest
from core_stage import Stand, step, t

from awm_mcp.model import Action
from awm_mcp.replay.acting.actor import Actor
from awm_mcp.replay.targets.resolve import Found
from awm_mcp.replay.writing.writes import why_it_writes

pytestmark = pytest.mark.asyncio(loop_scope="session")
NOBODY = cast("Actor", None)


@pytest.mark.parametrize(
    ("seen", "why"),
    [
        ({"name": "Löschen", "consent": False}, 'its name is "Löschen"'),
        ({"name": "Bestellungen", "consent": False}, ""),
        ({"name": "Abbrechen", "consent": False}, ""),
        ({"name": "Auswahl bestätigen", "consent": True}, ""),
        ({"name": "Konto löschen", "consent": True}, 'its name is "Konto löschen"'),
        ({"address": "/e?m=w&id=5", "link": "Supprimer"}, 'its name is "Supprimer"'),
        ({"address": "/liste?c=2", "link": "Supprimer"}, ""),
        ({"address": "/liste", "link": "Supprimer les filtres"}, ""),
        ({"address": "/compte/suppression", "link": "Supprimer le compte"}, ""),
        ({"address": "/eintrag/5/loeschen", "link": "x"}, "its address asks for a change (loeschen)"),
        ({"address": "/mes-commandes/5", "link": "Mes commandes"}, ""),
        ({"posts": "it sends a form by POST", "name": "Rechercher"}, ""),
        ({"posts": "it sends a form by POST", "name": "Envoyer"}, "it sends a form by POST"),
        (
            {"posts": "it sends a form by POST", "name": "Go", "address": "/remove/5"},
            "its address asks for a change (remove/5)",
        ),
        ("it sends a DELETE request", "it sends a DELETE request"),
    ],
)
async def test_what_a_page_tells_of_a_control_is_judged_by_the_verbs_of_all_languages(seen: Any, why: str):
    frame = SimpleNamespace(url="http://shop.test/liste?c=2&f=rot")
    found = Found(cast("Any", None), cast("Any", frame), cast("Any", None), "x", about={"writes": seen})
    assert await why_it_writes(NOBODY, Action(type="click", target=t(name="x")), found) == why


PAGE = """<html lang=de><h1>Einträge</h1><button onclick="this.after('weg')">Löschen</button>
<button onclick="this.after('drei')">Bestellungen</button><a href="/e?m=w&id=5">Supprimer</a>
<section id=cookie-box role=region><button onclick="this.after('ja')">Auswahl bestätigen</button></section></html>"""


@pytest.mark.browser
@pytest.mark.parametrize(
    ("name", "complete"), [("Löschen", False), ("Supprimer", False), ("Bestellungen", True), ("Auswahl bestätigen", True)]
)
async def test_a_reported_run_is_not_followed_through_a_foreign_word_for_deleting(name: str, complete: bool, stand: Stand):
    stand.site.pages["/e"] = lambda _: "gone"
    seen = await stand.observe(step("click", t(name=name)), page=PAGE)
    assert (seen.complete, any(hit.path.startswith("/e?") for hit in stand.site.hits)) == (complete, False), seen.why
    assert complete or f'its name is "{name}"' in seen.why
