"""Uploads: files from the allowed folders only, after all links are followed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from awm_mcp.errors import Refused, StepStopped
from awm_mcp.model import Action
from awm_mcp.replay.actor import Actor
from awm_mcp.replay.resolve import Found


def allowed_file(given: str, roots: Sequence[Path]) -> Path:
    """The real path of a file that may be uploaded.

    Raises:
        Refused: it lies outside of the allowed folders, also through a link.
        StepStopped: there is no such file.
    """
    real = [root.expanduser().resolve() for root in roots]
    wanted = Path(given).expanduser()
    tries = [wanted] if wanted.is_absolute() else [root / wanted for root in real]
    inside = [path for path in (one.resolve() for one in tries) if any(path.is_relative_to(root) for root in real)]
    if not inside:
        raise Refused(
            "upload_not_allowed",
            expected=f"a file in {', '.join(map(str, real)) or 'one of the upload folders (none is set)'}",
            seen=repr(given[:200]),
            next="put the file there, or add its folder to AWM_UPLOAD_ROOTS",
        )
    for path in inside:
        if path.is_file():
            return path
    raise StepStopped("no_such_file", expected="a file to upload", seen=f"no file {given[:200]!r}")


async def upload(actor: Actor, action: Action, found: Found) -> None:
    """Gives files to a file field, or to the one chooser that a click opens."""
    used = action.values or ((action.value,) if action.value is not None else ())
    texts = [text for one in used for text in actor.arguments.texts(one)]
    files = [allowed_file(text, actor.stage.settings.upload_roots) for text in texts]
    if await found.element.evaluate("el => el.matches('input[type=file]')"):
        await found.element.set_input_files(files, timeout=actor.timeout_s * 1000)
        return
    async with found.page.expect_file_chooser(timeout=actor.timeout_s * 1000) as chooser:
        await actor.do(action, found, lambda element, ms: element.click(timeout=ms))
    await (await chooser.value).set_files(files)
