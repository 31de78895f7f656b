"""Uploads: files from the allowed folders only, after all links are followed; never what this server keeps for itself."""

from __future__ import annotations

from pathlib import Path

from awm_mcp.config import Settings
from awm_mcp.errors import Refused, StepStopped
from awm_mcp.model import Action, Text, Value, value
from awm_mcp.replay.acting.actor import Actor
from awm_mcp.replay.targets.resolve import Found
from awm_mcp.replay.values.binding import Arguments

OWN = ("logins", "principals", "secrets.yaml", "awm.sqlite3", "awm.sqlite3-wal", "awm.sqlite3-shm")
"""What lies in ``AWM_HOME`` and is nobody's to send: an upload folder may well hold that folder, too."""


def allowed_file(given: str, settings: Settings) -> Path:
    """The real path of a file that may be uploaded.

    Raises:
        Refused: it lies outside of the allowed folders, also through a link, or is one of the server's own.
        StepStopped: there is no such file.
    """
    real = [root.expanduser().resolve() for root in settings.upload_roots]
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
        if _is_own(path, settings):
            raise Refused(
                "upload_not_allowed",
                expected="a file that is not one of this server's own",
                seen=repr(given[:200]),
                next="saved logins, secrets and the memory are never uploaded",
            )
        if path.is_file():
            return path
    again = "send the path of a file that is there, or its name in one of the folders of AWM_UPLOAD_ROOTS"
    raise StepStopped("no_such_file", expected="a file to upload", seen=f"no file {given[:200]!r}", next=again)


def _is_own(path: Path, settings: Settings) -> bool:
    home = settings.home.expanduser().resolve()
    homes = [home, *([home.parents[1]] if home.parent.name == "principals" else [])]
    kept = [one / name for one in homes for name in OWN]
    kept += [one.expanduser().resolve() for one in (settings.secrets_file, settings.http_tokens_file) if one is not None]
    inside = any(path.is_relative_to(one) for one in kept)
    return inside and not path.is_relative_to(settings.runs_dir.expanduser().resolve())


def _files(used: Value, arguments: Arguments, settings: Settings) -> list[Path]:
    """The files of a value. Where the runs had theirs in one folder, the caller's own path, or a file of that name in an
    upload folder, goes instead of one in that folder that is not there."""
    if not (len(used.root) > 1 and isinstance(folder := used.root[0], Text) and folder.text.endswith(("/", "\\"))):
        return [allowed_file(text, settings) for text in arguments.texts(used)]
    own = arguments.text(value(used.root[1:]))
    if Path(own).expanduser().is_absolute():
        return [allowed_file(own, settings)]
    try:
        return [allowed_file(arguments.text(used), settings)]
    except (Refused, StepStopped) as absent:
        try:
            return [allowed_file(own, settings)]
        except (Refused, StepStopped):
            raise absent from None


async def upload(actor: Actor, action: Action, found: Found) -> None:
    """Gives files to a file field, or to the one chooser that a click opens."""
    used = action.values or ((action.value,) if action.value is not None else ())
    files = [path for one in used for path in _files(one, actor.arguments, actor.stage.settings)]
    if await found.element.evaluate("el => el.matches('input[type=file]')"):
        await found.element.set_input_files(files, timeout=actor.timeout_s * 1000)
        return
    async with found.page.expect_file_chooser(timeout=actor.timeout_s * 1000) as chooser:
        await actor.do(action, found, lambda element, ms: element.click(timeout=ms))
    await (await chooser.value).set_files(files)
