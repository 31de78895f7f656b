# ruff: noqa: E501  pages are easier to read as the markup they are
"""A dialog that asks whether somebody is still there: the answer that keeps the session is given, and none that could end it."""

from __future__ import annotations

import pytest
from core_stage import LOG, READ, Stand, step, t

from awm_mcp.replay.browsing.page_script import page_script

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
GO = t(role="button", name="Go")
ASKED = [
    ("Session timeout. You will be logged out in 60 seconds due to inactivity.", "Continue session", "Log out now"),
    ("Still there? For your security we sign you out soon.", "Yes, I'm still here", "Sign out"),
    ("Sind Sie noch da? Ihre Sitzung läuft bald ab.", "Angemeldet bleiben", "Abmelden"),
    ("Votre session va expirer.", "Rester connecté", "Se déconnecter"),
    ("Su sesión está a punto de caducar.", "Mantener la sesión", "Cerrar sesión"),
    ("La sessione sta per scadere.", "Resta connesso", "Esci"),
    ("A sua sessão está prestes a expirar.", "Continuar conectado", "Sair"),
    ("Uw sessie verloopt binnenkort.", "Aangemeld blijven", "Afmelden"),
    ("Twoja sesja wkrótce wygaśnie.", "Pozostań zalogowany", "Wyloguj się"),
    ("Срок вашей сессии истекает.", "Остаться в системе", "Выйти"),
    ("セッションがまもなく切れます。", "ログインしたままにする", "ログアウト"),
    ("您的会话即将过期。", "保持登录", "退出"),
]
LEFT_ALONE = [
    ("Your session is about to expire.", "Yes", "No"),
    ("Your session is about to expire.", "OK", "Sign out"),
    ("Stay signed in? You will be asked to sign in less often on this device.", "Stay signed in", "No"),
    ("Ann asks you to join the session on gardening.", "Stay signed in", "No"),
]


def over(says: str, *answers: str) -> str:
    buttons = "".join(
        f"<button onclick=\"say('{n}');this.parentElement.remove()\">{a}</button>" for n, a in enumerate(answers)
    )
    return f"<button onclick=\"say('go')\">Go</button><div role=dialog style='position:fixed;inset:0;background:#eee'><p>{says}</p>{buttons}</div>{LOG}"


async def test_the_session_is_kept_and_it_is_told(stand: Stand):
    page = over("Your session is about to expire.", "Sign out", "Stay signed in")
    outcome = await stand.play(step("click", GO), READ, page=page)
    assert outcome.outputs == {"log": "1;go;"}, outcome.stopped
    assert outcome.dismissed and "'Stay signed in'" in outcome.dismissed[0]


async def test_the_answer_that_keeps_it_is_known_in_several_languages_and_others_are_left_alone(stand: Stand):
    opened = await stand.browsers.open_context(site=stand.site.host)
    try:
        page = await opened.context.new_page()
        for says, keep, end in [*ASKED, *LEFT_ALONE]:
            await page.set_content(over(says, end, keep))
            given = await page.query_selector("button")
            how = await page.evaluate(f"asked => ({page_script('obstacle')})(asked).how", [{}, given])
            assert how == (keep if (says, keep, end) in ASKED else ""), says
    finally:
        await opened.close()


@pytest.mark.parametrize(
    "answer", ["<a href=/renew>Stay signed in</a>", "<form method=post><button>Stay signed in</button></form>"]
)
async def test_an_answer_that_leaves_the_page_is_not_given(stand: Stand, answer: str):
    page = f"<button>Go</button><div role=dialog style='position:fixed;inset:0;background:#eee'><p>Your session is about to expire.</p>{answer}</div>"
    outcome = await stand.play(step("click", GO), page=page)
    assert outcome.stopped is not None
    assert outcome.stopped.code == "covered"
    assert outcome.dismissed == ()
