"""Titles and names of sub-task routines, said as a person would: "Search for a product and open it"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from awm_mcp.induction.texts.wording import with_article
from awm_mcp.induction.trace import role_of
from awm_mcp.model import Action, FlowStep, Target, Text, Value
from awm_mcp.model.names import slug, words
from awm_mcp.model.text import plain

_SEARCHING = frozenset({"search", "find", "go", "lookup", "query"})
_ARTICLES = frozenset({"a", "an", "the", "my", "your", "to", "of", "for", "in", "on"})
_DOING = frozenset({
    "search", "find", "add", "edit", "save", "create", "open", "view", "show", "sort", "filter", "select", "choose",
    "buy", "book", "reserve", "sign", "log", "apply", "submit", "update", "browse", "explore", "check", "see",
    "enter", "get", "close", "delete", "remove", "mark", "set", "send", "start", "continue", "write",
})  # fmt: skip
MOST_LABEL = 40
MOST_PHRASES = 3


def routine_title(steps: Sequence[FlowStep]) -> str:
    """What a routine does, in the order of its steps."""
    phrases = _phrases([step.action for step in steps if step.action is not None])
    if len(phrases) > MOST_PHRASES:
        phrases = [*phrases[: MOST_PHRASES - 1], phrases[-1]]
    title = ", ".join(phrases[:-1]) + (" and " if len(phrases) > 1 else "") + phrases[-1] if phrases else "go on"
    return title[:1].upper() + title[1:]


def routine_name(site: str, steps: Sequence[FlowStep]) -> str:
    """``<site>_<verb>_<object>``, from the same words as the title."""
    phrases = _phrases([step.action for step in steps if step.action is not None])
    bare = [re.sub(r"[“”]", "", phrase.replace("” and “", "” “")) for phrase in phrases]
    if len(bare) > 1 and bare[1] in ("open it", "choose it") and bare[0].startswith("search for "):
        bare = [f"search and {bare[1].split()[0]} {bare[0].removeprefix('search for ')}", *bare[2:]]
    kept = [w for phrase in bare[:2] for w in [w for w in words(phrase) if w not in _ARTICLES and w != "it"][:4]]
    return slug(f"{slug(site, 14, 'site')} {' '.join(list(dict.fromkeys(kept))[:5])}")


def _phrases(actions: Sequence[Action]) -> list[str]:
    found: list[str] = []
    mentioned: set[str] = set()
    index = 0
    while index < len(actions):
        action, following = actions[index], actions[index + 1] if index + 1 < len(actions) else None
        sends = following is not None and _is_search(action, following)
        enters = following is not None and not sends and not _searches(action) and _is_entered(action, following)
        phrase = _search_phrase(action) if sends or _searches(action) else _phrase(action, mentioned)
        found.append(f"enter {_a(action.value)}" if enters else phrase)
        mentioned |= set(action.params)
        index += 2 if sends or enters else 1
    return _joined(list(dict.fromkeys(found)))


def _joined(phrases: Sequence[str]) -> list[str]:
    """The phrases without what goes without saying: the opener of a list from which something of its name is chosen, and
    a verb that the phrase before has said."""
    found: list[str] = []
    for phrase in phrases:
        chosen = _CHOSEN.fullmatch(phrase)
        opened = _OPENED.fullmatch(found[-1]) if found else None
        if chosen and opened and {*words(chosen["noun"])} & _forms(words(opened["label"])):
            found.pop()
        filled = _FILLED.fullmatch(phrase)
        if filled and found and found[-1].startswith("fill in “") and len(found[-1]) <= MOST_JOINED:
            found[-1] = f"{found[-1].replace(' and “', ', “')} and {filled['label']}"
        else:
            found.append(phrase)
    return found


MOST_JOINED = 70
_CHOSEN = re.compile(r"choose an? (?P<noun>[\w ]+)")
_OPENED = re.compile(r"(?:(?:click|open) “|(?:select|choose|pick|show) )(?P<label>[^”]+)”?")
_FILLED = re.compile(r"fill in (?P<label>“[^”]+”)")


def _forms(given: Sequence[str]) -> set[str]:
    return {form for word in given for form in _one_and_many(word)}


def _searches(action: Action) -> bool:
    own = words(field_text(action.target))
    return action.type == "fill" and bool(own) and (own[0] in _SEARCHING or role_of(action.target) == "searchbox")


def _is_search(action: Action, following: Action) -> bool:
    """A field filled and sent by the search button beside it, or by Enter."""
    if action.type != "fill":
        return False
    if following.type == "press":
        return _searches(action) and following.value is not None and following.value.literal == "Enter"
    label = words(field_text(following.target))
    sends = following.type == "click" and bool(label) and label[0] in _SEARCHING and len(label) < 3
    named = len(label) > 1 and bool({*words(field_text(action.target))} & _one_and_many(label[1]))
    return sends and (len(label) == 1 or named or _searches(action))


def _is_entered(action: Action, following: Action) -> bool:
    """A value that is typed and taken by Enter, as labels and tags are."""
    takes = following.type == "press" and following.value is not None and following.value.literal == "Enter"
    return action.type == "fill" and action.value is not None and bool(action.value.params) and takes


def _one_and_many(word: str) -> set[str]:
    return {word, word.removesuffix("s"), f"{word}s"}


def _search_phrase(action: Action) -> str:
    return f"search for {_a(action.value)}"


def _phrase(action: Action, mentioned: set[str]) -> str:
    label = field_text(action.target)
    shown = f"“{short(label)}”" if label else _bare(action.target)
    own = set(_params(action.target))
    if action.type == "fill":
        return f"fill in {shown}"
    if action.type == "select":
        given = action.value.params if action.value is not None else ()
        says = bool(given) and not _is_said(given[0], label)
        return f"choose {_a(action.value)} in {shown}" if says else f"set {shown}"
    if action.type in ("click", "dblclick", "check"):
        return _click_phrase(action, label, shown, own, mentioned)
    if action.type == "press" and action.value is not None:
        return f"press {action.value.words()}"
    return action.words()


def _click_phrase(action: Action, label: str, shown: str, own: set[str], mentioned: set[str]) -> str:
    role = role_of(action.target)
    unticks = action.type == "check" and action.checked is False
    verb = "untick" if unticks else "choose" if role in _ENTRIES or (own and not role) else "open"
    if own and own <= mentioned:
        return f"{verb} it"
    if own and not label:
        return f"{verb} {with_article(sorted(own)[0])}"
    if own:
        return (
            f"{verb} {with_article(sorted(own)[0])} in {shown}" if not _is_said(sorted(own)[0], label) else f"{verb} {shown}"
        )
    given = words(label)
    if role_of(action.target) == "button" and given and given[0] in _DOING and len(given) < 6:
        return label.lower() if label.isupper() else label[:1].lower() + label[1:]
    if action.type == "check" and not unticks:
        return f"tick {shown}"
    return f"{'click' if role in ('button', '') and not unticks else verb} {shown}"


_ENTRIES = frozenset({"option", "radio", "checkbox", "menuitem", "menuitemradio", "menuitemcheckbox"})


def short(label: str, limit: int = MOST_LABEL) -> str:
    """A label for running text: its first part that fits, whole words, without dots at the end."""
    given = _UNCLOSED.sub("", plain(label, 400)).rstrip(" .…∨∧▾▼▲›»⌄:*")
    if len(given) <= limit:
        return given
    head = given[: limit + 1]
    ends = [match.start() for match in re.finditer(r"[,;:|]\s|\s[–—-]\s", head)]
    cut = max((end for end in ends if end >= limit // 3), default=head.rfind(" "))
    return head[:cut].rstrip(" ,;:.-–—|…(") if cut > 0 else given[:limit]


_UNCLOSED = re.compile(r"\s*\([^()]*$")


def _params(target: Target | None) -> list[str]:
    return [p for v in target.texts.values() for p in v.params] if target is not None else []


def field_text(target: Target | None) -> str:
    """The fixed words of an element's label."""
    if target is None:
        return ""
    signal = target.label or target.name or target.text or target.placeholder
    fixed = " ".join(t.text for t in signal.root if isinstance(t, Text)) if signal is not None else ""
    return re.sub(r"[\s:*]+$", "", plain(fixed, 80)) if any(c.isalpha() for c in fixed) else ""


def _is_said(parameter: str, label: str) -> bool:
    """Whether a label says the parameter's name already: "Sort by" of ``sort_by``."""
    return words(label)[: len(parameter.split("_"))] == parameter.split("_")


def _bare(target: Target | None) -> str:
    if target is not None and target.place is not None:
        return f"item {target.place.index.words()} of the {target.place.of}"
    return f"the {target.role or 'element'}" if target is not None else "the page"


def _a(given: Value | None) -> str:
    if given is None:
        return "something"
    return with_article(given.params[0]) if given.params else f"“{short(given.words())}”"
