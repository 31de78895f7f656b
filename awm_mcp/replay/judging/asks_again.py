"""A page that answers what was sent and still asks to send it: a preview, which shows what was typed and a form for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from awm_mcp.model.done_words import spoken_words
from awm_mcp.replay.browsing.page_script import ask_moving

if TYPE_CHECKING:
    from awm_mcp.replay.player import Player

_GOES_ON_WORDS = (
    "send submit confirm proceed continue finish finalize yes senden absenden bestätigen fortfahren weiter abschicken "
    "envoyer confirmer continuer valider enviar confirmar continuar invia inviare conferma confermare continua "
    "verzenden versturen bevestigen doorgaan skicka bekräfta fortsätt send bekræft fortsæt bekreft fortsett "
    "wyślij potwierdź kontynuuj odeslat potvrdit pokračovat отправить подтвердить продолжить gönder onayla devam "
    "lähetä vahvista jatka küldés megerősítés trimite confirmă kirim konfirmasi 送信 確定 提交 确认 確認 발송 확인"
)
_GOES_ON = frozenset(_GOES_ON_WORDS.split())


async def bare_forms(player: Player) -> frozenset[str]:
    """What the buttons say of forms to send that ask for nothing more, as those in the rows of a list."""
    return frozenset(label for one in await _forms(player, []) if not one["fields"] for label in one["labels"])


async def asks_again(player: Player, typed: list[str], before: frozenset[str]) -> bool:
    """Whether the page has a form to send that holds what was typed, or whose button says what was pressed, or to go on.

    ``before``: what the buttons of bare forms said before.
    """
    pressed = _pressed(player)
    return any(
        one["carries"] or any(label not in before and _is_to_send(label, pressed) for label in one["labels"])
        for one in await _forms(player, typed)
    )


async def _forms(player: Player, typed: list[str]) -> list[dict[str, Any]]:
    page = player.stage.page
    if page.is_closed():
        return []
    return cast("list[dict[str, Any]]", await ask_moving(page.main_frame, "asks", {"texts": typed}, otherwise=[]))


def _is_to_send(label: str, pressed: str) -> bool:
    words = spoken_words(label)
    return bool(words) and (words[0] == pressed or not _GOES_ON.isdisjoint((words[0], words[-1])))


def _pressed(player: Player) -> str:
    """The first word of what was pressed to send."""
    number = player.stage.activity.step
    action = player.steps[number - 1].action if 0 < number <= len(player.steps) else None
    target = action.target if action is not None else None
    said = (target.name or target.label or target.text) if target is not None else None
    return next(iter(spoken_words(said.words() if said is not None else "")), "")
