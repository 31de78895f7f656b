"""What files of workflows claim, and what is believed of it: neither a proof made elsewhere, nor a risk below the steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from awm_mcp.formats.pack import Pack
from awm_mcp.model import Workflow

_PROVEN = ("verified", "published")


def told(taken: Sequence[Workflow], found: Pack) -> Iterator[str]:
    """In words what a file said that does not count here; proofs of several workflows in one sentence."""
    claimed = [file for here, file in zip(taken, found.workflows, strict=True) if _only_claimed(here, file)]
    if len(claimed) == 1:
        one = claimed[0]
        yield f"{one.name} is {one.state} by its file, which counts only where it was proven; here it is a draft"
    elif claimed:
        states = " or ".join(dict.fromkeys(one.state for one in claimed))
        yield f"{len(claimed)} are {states} by their files, which counts only where they were proven; here they are drafts"
    for here, said in zip(taken, found.said_risks, strict=True):
        if said != here.risk and (said or here.risk != "read"):
            yield _risk(here, said)


def _only_claimed(here: Workflow, file: Workflow) -> bool:
    return file.state in _PROVEN and here.state == "draft" and here.version == 1


def _risk(here: Workflow, said: str) -> str:
    """``said`` is empty where the file says nothing of it."""
    file = f"by its file it is of risk {said}" if said else "its file says no risk"
    asks = "; it asks for a person's consent" if here.risk == "destructive" else ""
    return f"{here.name}: {file}, by its steps it is {here.risk}, which counts{asks}"
