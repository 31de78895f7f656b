# ruff: noqa: E501  pages are easier to read as the markup they are
"""What a page only keeps for later is not told as done; what lives in the browser alone is."""

from __future__ import annotations

import json

import pytest
from core_stage import Stand, param, seldom, step, t

from awm_mcp.model import Evidence
from awm_mcp.replay.traffic.confirming import confirms, doubts
from awm_mcp.replay.traffic.kept_for_later_words import keeps_for_later

LEARNED = Evidence(runs=("run_1", "run_2"), support=2)
SAVE = (step("fill", t(role="textbox", name="Note"), param("n")), step("click", t(role="button", name="Save"), writes=True))
PAGE = """<ul id=l></ul>FORM<label>Note <input id=n></label><button id=b>Save</button></form><p role=status id=s></p><script>
const kept = JSON.parse(localStorage.kept || '[]'), add = x => { const e = document.createElement('li'); e.textContent = x; l.append(e); };
const keep = x => { kept.push(x); localStorage.kept = JSON.stringify(kept); n.value = ''; };
LOAD; b.onclick = e => { e.preventDefault(); const x = n.value; OWN };</script>"""
ASKS = "fetch('/api/notes').then(r => r.json()).then(a => a.forEach(add))"


@pytest.mark.parametrize(
    ("load", "own", "form", "end"),
    [
        (ASKS, "keep(x); s.textContent = 'Saved'", "", "not_sent"),
        (ASKS, "keep(x); add(x + ' (pending)')", "", "not_sent"),
        seldom(ASKS + "; kept.forEach(add)", "keep(x); add(x)", "", "not_sent"),
        ("new EventSource('/events')", "n.value = ''; s.textContent = 'Saved'", "", "not_sent"),
        ("fetch('/locales/en.json')", "keep(x); add(x)", "", ""),
        ("", "n.value = ''; add(x)", "", ""),
        seldom("", "n.value = ''; s.textContent = 'Saved'", "", "not_sent"),
        ("", "localStorage.name = x; s.textContent = 'Saved'", "", ""),
        ("", "keep(x); s.textContent = 'Saved'", "<form method=post action=/api/notes>", "not_sent"),
        ("", "keep(x); s.textContent = 'Gespeichert. Wird synchronisiert, sobald du verbunden bist.'", "", "not_sent"),
        ("kept.forEach(add)", "keep(x); add(x); s.textContent = 'Saved'", "", ""),
        (
            "",
            "q.showModal()",
            "<dialog id=q>Save the note? <button>Yes, save</button> <button>Back</button></dialog>",
            "not_sent",
        ),
        (
            "",
            "keep(x); add(x); q.showModal()",
            "<dialog id=q>Note saved <button>View</button> <button>Close</button></dialog>",
            "",
        ),
        ("", "", "", "not_confirmed"),
        seldom("", "b.dataset.pressed = 1", "", ""),
        seldom("", "localStorage.name = x", "", ""),
        (ASKS + "; Object.defineProperty(navigator, 'onLine', { value: false })", "kept.push(x); add(x)", "", "not_sent"),
    ],
)
@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_a_write_that_sent_nothing_has_to_last_where_the_page_speaks_with_its_site(
    stand: Stand, load: str, own: str, form: str, end: str
) -> None:
    stand.site.pages |= {
        "/api/notes": (200, {"content-type": "application/json"}, json.dumps(["Tea"])),
        "/locales/en.json": "{}",
    }
    page = PAGE.replace("LOAD", load).replace("OWN", own).replace("FORM", form)
    outcome = await stand.play(*SAVE, page=page, args={"n": "Sugar"}, risk="write", evidence=LEARNED)
    assert (outcome.stopped.code if outcome.stopped is not None else "") == end
    assert outcome.status == ("unknown" if end else "ok")
    assert stand.sent() == []


@pytest.mark.parametrize(
    "said",
    [
        "Saved offline, will sync later", "Saved. It syncs once you are connected.", "Saved – pending sync", "Gespeichert (offline)",
        "Gespeichert. Wird synchronisiert, sobald du online bist", "Enregistré. Sera synchronisé plus tard", "Enregistré hors ligne",
        "Guardado sin conexión", "Guardado. Se sincronizará más tarde", "Salvato. Verrà sincronizzato appena possibile",
        "Salvo. Será sincronizado quando houver rede", "Opgeslagen. Wordt gesynchroniseerd zodra er verbinding is",
        "Sparat. Synkas senare", "Zapisano. Zostanie zsynchronizowane później", "Сохранено. Будет синхронизировано позже",
        "Kaydedildi (çevrimdışı)", "已保存,等待同步", "已离线保存", "オフラインで保存しました", "오프라인으로 저장되었습니다",
    ],
)  # fmt: skip
def test_what_is_kept_for_later_confirms_nothing_in_any_language(said: str) -> None:
    assert keeps_for_later(said) and doubts(said) and not confirms([said])


@pytest.mark.parametrize(
    "said", ["Saved and synced", "Kalender wurde synchronisiert", "Se ha sincronizado", "Order placed", "Saved"]
)
def test_what_is_synced_by_now_is_not_kept_for_later(said: str) -> None:
    assert not keeps_for_later(said, unsent=True)


@pytest.mark.parametrize(
    "said",
    ["Saved as draft", "Queued", "In die Warteschlange gestellt", "Enregistré localement", "En attente d'envoi", "Saved on this device", "待发送", "送信待ち"],
)  # fmt: skip
def test_softer_words_tell_it_where_nothing_was_sent_and_the_task_did_not_ask_for_it(said: str) -> None:
    assert keeps_for_later(said, unsent=True) and not keeps_for_later(said)
    assert not keeps_for_later("Saved as draft", "Save the letter as a draft", unsent=True)
    assert not keeps_for_later("Saved offline", "Save the map offline")
