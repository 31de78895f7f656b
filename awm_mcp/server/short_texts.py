"""What is said of a parameter, in few words: a whole phrase wherever one fits, never the half of a sentence."""

from __future__ import annotations

import re

from awm_mcp.model.sentences import shortened

FOR_LEAVING_OUT = 12
"""Characters more for saying that a parameter may be left out."""
_LEFT_OUT = re.compile(r"\s*(?:Leave it out\b|Left out, )[^.]*(?:\.(?!\s|$)[^.]*)*\.?$")
_TAILS = ("; optional: leave out to keep the form's value", "; optional")
_STATES = re.compile(r"^.*\btrue (?:ticks|turns on|unticks|turns off)\b.*$", re.IGNORECASE | re.DOTALL)
_SAYS_OFF = re.compile(r"\btrue (?:unticks|turns off)\b", re.IGNORECASE)
_IN_SHORT = (
    (re.compile(r"^text for the (?=field)", re.IGNORECASE), ""),
    (re.compile(r"^one of the choices of ", re.IGNORECASE), "choice of "),
    (re.compile(r"^what the (.+?) to choose is called\b.*$", re.IGNORECASE), r"name of the \1"),
    (re.compile(r"^label of the (\w+) to (?:un)?tick\b.*$", re.IGNORECASE), r"label of the \1"),
    (re.compile(r"^A list; for each entry: (?:the [\w ]+: )?", re.IGNORECASE), "list: "),
    (re.compile(r"^list: text for the (?=field)", re.IGNORECASE), "list for the "),
)


def in_few_words(said: str, most: int, *, may_lack: bool = False) -> str:
    """A description within its room; where it has to be cut, the words that only lead to the field's name go first.

    ``may_lack``: it may be left out, which is said where there is room, in so many characters more.
    """
    if len(said) <= most:
        return said
    bare = _LEFT_OUT.sub("", said).rstrip(".") if may_lack else said
    short = [bare, *_shorter(bare)]
    tails = _TAILS if may_lack and bare != said.rstrip(".") else ()
    told = [f"{one}{tail}" for tail in tails for one in short if len(f"{one}{tail}") <= most + FOR_LEAVING_OUT]
    whole = next((one for one in [*told, *short] if one in told or len(one) <= most), None)
    return whole if whole is not None else shortened(short[-1], most)


def _shorter(bare: str) -> list[str]:
    """The same in fewer and fewer words."""
    if _STATES.match(bare):
        return ["off (true) or on (false)" if _SAYS_OFF.search(bare) else "on (true) or off (false)"]
    first = bare.split(". ")[0].rstrip(".")
    for long, brief in _IN_SHORT:
        first = long.sub(brief, first)
    return [first]
