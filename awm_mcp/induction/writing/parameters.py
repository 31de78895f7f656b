"""Parameters get the name of the field, else the task's own words, else what kind of value it is."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import dropwhile

from awm_mcp.induction.texts.dates import respelled
from awm_mcp.induction.texts.field_words import FIELD_NOISE, JOINTS, VAGUE, before_vague_joint, field_words
from awm_mcp.induction.texts.id_words import FORM_WORDS, id_words
from awm_mcp.induction.texts.languages import language_of, spelled
from awm_mcp.induction.texts.named import KINDS
from awm_mcp.induction.texts.spans import find, quoted
from awm_mcp.induction.texts.value_kinds import are_years, kind_of
from awm_mcp.induction.texts.verbs import changes_something
from awm_mcp.induction.trace import Column, Trace, Vector, field_name, role_of, said
from awm_mcp.induction.varying.file_names import names_in_one_folder
from awm_mcp.induction.varying.values import Candidate, texts_of
from awm_mcp.induction.writing.steps import Plan, after
from awm_mcp.model import Step
from awm_mcp.model.coercion import is_date
from awm_mcp.model.names import MAX_NAME, slug, unique_name, words
from awm_mcp.model.templates import bare_task

MOST_NAME_WORDS = 3
_ITEM = "item"
_HOLDS_TEXT = frozenset({"content", "text", "value"})
_NO_NOUN = frozenset({
    "a", "an", "the", "of", "to", "in", "on", "at", "by", "for", "from", "with", "and", "or", "as", "is", "are", "be",
    "it", "its", "their", "his", "her", "my", "your", "our",
    "into", "onto", "under", "over", "about", "that", "this", "one", "two", "all", "any", "find", "open",
    "show", "get", "set", "add", "put", "buy", "close", "create", "make", "change", "rename", "delete", "remove",
    "mark", "x", "s", "me", "between", "than", "like", "using", "via", "per", "new", "existing", "following", "then",
    "search", "go", "log", "give", "assign", "replace", "update", "write", "book", "look", "sort", "filter", "view",
    "check", "tell", "which", "what", "next", "last", "past", "previous", "least", "most", "within", "near", "during",
    "up", "off", "out", "down",
    "only", "enter", "select", "choose", "type", "click", "press", "pick", "submit", "fill", "many",
    "much", "do", "does", "did", "has", "have", "had", "was", "were", "can", "could", "will", "would", "should",
})  # fmt: skip
_CUES = {
    "titled": "title", "entitled": "title", "named": "name", "called": "name", "labelled": "label", "labeled": "label",
    "signed": "name", "due": "due_date", "dated": "date", "priced": "price", "tagged": "tag", "colored": "color",
    "coloured": "color", "assigned": "assignee", "described": "description", "weighing": "weight",
}  # fmt: skip
_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")


@dataclass(frozen=True)
class Use:
    """Where a value is used first: a field it is typed or chosen in, or an element whose label it is."""

    column: Column
    index: int
    field: bool


def parameter_names(plan: Plan, candidates: Mapping[str, Candidate]) -> dict[str, str]:
    """Final names for the values in use, in the order of their first use: hint, field, the task's words, what is clicked."""
    taken: set[str] = {*_secret_names(plan.columns), *(flag.name for flag in plan.flags)}
    names: dict[str, str] = {}
    tasks = [trace.task for trace in plan.traces]
    language, shown = language_of(tasks), [*tasks, *(field_name(c.present[0].action.target) for c in plan.columns)]
    for known, candidate in candidates.items():
        use = first_use(plan, known)
        own = _QUERY if _is_part_of_another(known, candidates, use) else _name(plan, candidate, use)
        name = _another(spelled(own, language, shown), taken)
        taken.add(name)
        names[known] = name
    return names


def _is_part_of_another(known: str, candidates: Mapping[str, Candidate], use: Use | None) -> bool:
    """Whether it is a few words of another value, typed to find that one: the noun of the task is the other one's."""
    if use is None or not use.field or use.column.present[0].action.type != "fill":
        return False
    if any(word not in VAGUE for word in before_vague_joint(field_words(use.column))):
        return False  # the field says what it takes: a first name, though it stands in the e-mail address as well
    given = candidates[known].values
    others = (one.values for name, one in candidates.items() if name != known)
    return any(all(v and w and v != w and find(v, w) for v, w in zip(given, whole, strict=True)) for whole in others)


_QUERY = "query"


def _another(name: str, taken: set[str]) -> str:
    """The name, or for a further thing of that name ``second_…``, ``third_…``."""
    if name not in taken:
        return name
    further = (f"{ordinal}_{name}" for ordinal in _ORDINALS)
    fitting = [one for one in further if one not in taken and len(one) <= MAX_NAME]
    return fitting[0] if fitting else unique_name(name, taken)


_ORDINALS = ("second", "third", "fourth", "fifth")


def first_use(plan: Plan, known: str) -> Use | None:
    """The field a value goes into, else the first element that carries it."""
    vector = plan.known[known]
    labelled: Use | None = None
    date, tasks = plan.dates.get(known), [trace.task for trace in plan.traces]
    for index, column in enumerate(plan.columns):
        if column.present[0].action.type in ("fill", "select", "upload", "choose") and _equal(texts_of(column), vector):
            return Use(column, index, True)
        if column.present[0].action.type == "upload" and names_in_one_folder(texts_of(column)) == vector:
            return Use(column, index, True)
        if date is not None and column.present[0].action.type == "fill" and respelled(texts_of(column), tasks) == date:
            return Use(column, index, True)
        labels = tuple(said(step.action.target) if step is not None else None for step in column.steps)
        if labelled is None and any(label and v and find(v, label) for label, v in zip(labels, vector, strict=True)):
            labelled = Use(column, index, False)
    return labelled


def _equal(texts: Vector, vector: Vector) -> bool:
    pairs = [(t, v) for t, v in zip(texts, vector, strict=True) if t is not None]
    return bool(pairs) and all(v is not None and t.casefold() == v.casefold() for t, v in pairs)


def _name(plan: Plan, candidate: Candidate, use: Use | None) -> str:
    if candidate.name:
        return slug(candidate.name)
    if all(v is None or _EMAIL.fullmatch(v) for v in candidate.values):
        return "email"
    said_by_task = _kind(plan, candidate.values) or _task_noun(plan, candidate.values)
    if use is not None and use.field:
        if said_by_task and _searches(use.column):
            return slug(said_by_task)
        label = field_words(use.column)
        telling = [word for word in before_vague_joint(label) if word not in VAGUE]
        if telling and telling == label:
            one_of_many = said_by_task and singular(label[-1]) == said_by_task != label[-1]
            return slug(said_by_task) if one_of_many else _label_name(label, candidate, use)
        noun = said_by_task or _heading_noun(plan, candidate.values) or _collection(plan, candidate.values)
        return slug(noun or _searched(plan, telling) or _unlabelled(plan, candidate, use))
    if said_by_task:
        return slug(said_by_task)
    if are_years(v for v in candidate.values if v is not None):
        return "year"
    if candidate.respelled is not None:
        return "date"
    return slug(_collection(plan, candidate.values) or _clicked_noun(plan, use)) if use is not None else "value"


def _kind(plan: Plan, values: Vector) -> str:
    return kind_of((trace.task, v) for trace, v in zip(plan.traces, values, strict=True) if v is not None)


def _label_name(label: Sequence[str], candidate: Candidate, use: Use) -> str:
    """A field's name in at most three words; a list of which one entry is chosen gives its singular."""
    given = (list(dropwhile(lambda word: word in JOINTS, label)) or list(label))[:MOST_NAME_WORDS]
    counts = any(v[:1].isdigit() for v in candidate.values if v)
    if use.column.present[0].action.type in ("select", "choose") and not counts and len(label) <= MOST_NAME_WORDS:
        given[-1] = singular(given[-1])
    return slug(" ".join(given))


def _searches(column: Column) -> bool:
    target = column.present[0].action.target
    return target is not None and (target.role == "searchbox" or target.attrs.get("type") == "search")


def _searched(plan: Plan, telling: Sequence[str]) -> str:
    """What a search box says it searches, unless that is the site's own name."""
    site = words(plan.traces[0].run.site)
    given = list(dropwhile(lambda word: word in JOINTS, telling))
    end = next((i for i, word in enumerate(given) if word in JOINTS), len(given))
    kept = [word for word in given[: min(end, 2)] if word not in site]
    if len(kept) > 1 and all(singular(word) != word for word in kept):
        kept = kept[:1]
    return " ".join(map(singular, kept))


def singular(word: str) -> str:
    """The singular of an English noun; what is none stays as it is."""
    if word in ALWAYS_PLURAL:
        return word
    if word in _IN_IE:
        return word[:-1]
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3 else word


_IN_IE = frozenset({"movies", "cookies", "ties", "pies", "calories", "selfies"})
ALWAYS_PLURAL = frozenset({"series", "species", "news", "sales", "goods", "lens", "details"})


def _collection(plan: Plan, values: Vector) -> str:
    """The collection whose entry the value opens, from the address it leads to: ``/projects/…`` -> ``project``."""
    for column in plan.columns:
        labels = [said(step.action.target) if step is not None else "" for step in column.steps]
        if column.present[0].action.type != "click" or not _carried(values, labels):
            continue
        rows = zip(plan.traces, column.steps, strict=True)
        parts = {tuple(_segments(trace, step)) for trace, step in rows if step is not None}
        nouns = {segments[-2] for segments in parts if len(segments) > 1}
        if len(nouns) == 1 and len(noun := nouns.pop()) > 3 and noun.isalpha() and singular(noun) != noun:
            return singular(noun)
    return ""


def _carried(values: Vector, labels: Sequence[str]) -> bool:
    return all(v and find(v, label) for v, label in zip(values, labels, strict=True))


def _segments(trace: Trace, step: Step) -> list[str]:
    url = after(trace, step)
    path = re.sub(r"^[a-z]+://[^/]*", "", url or "")
    path = path.split("#", 1)[1] if "#/" in path else path.split("?")[0]
    return [part.lower() for part in path.split("/") if part]


def _unlabelled(plan: Plan, candidate: Candidate, use: Use) -> str:
    """A name for a field that says nothing itself: by the box that opened it, its id, else by what becomes of the value."""
    if opener := _opener_words(plan, use):
        return opener
    if role_of(use.column.present[0].action.target) and (by_id := id_words(use.column)):
        *head, last = by_id.split()
        return " ".join([*head, singular(last)]) if use.column.present[0].action.type == "select" else by_id
    if all(v is None or is_date(v) for v in candidate.values):
        return "date"
    if use.column.present[0].action.type != "fill":
        return "choice"
    label = field_words(use.column)
    own = label[0] if len(label) == 1 and label[0] in _HOLDS_TEXT else "query" if label else "text"
    return _ITEM if _is_clicked(plan, candidate) else own


def _opener_words(plan: Plan, use: Use) -> str:
    """What the box says that was clicked right before, where that box opens a list to search in: ``Author:`` -> author."""
    column = plan.columns[use.index - 1] if use.index else None
    if column is None or use.column.present[0].action.type != "fill" or field_words(use.column):
        return ""
    before = column.present[0].action
    if (
        before.type != "click"
        or role_of(before.target) != "combobox"
        or before.target is None
        or before.target.label is None
    ):
        return ""
    return " ".join(field_words(column)[-MOST_NAME_WORDS:])


def _is_clicked(plan: Plan, candidate: Candidate) -> bool:
    for column in plan.columns:
        if column.present[0].action.type == "click":
            labels = [said(step.action.target) if step is not None else "" for step in column.steps]
            if _carried(candidate.values, labels):
                return True
    return False


_HEADED = re.compile(r"\b([A-Za-z]{3,}?)(?:s|es) (?:matching|for|with|named|containing|found for|like)\W{1,3}$")
_NO_HEADING = frozenset({"result", "match", "item", "hit", "search"})


def _heading_noun(plan: Plan, values: Vector) -> str:
    """The noun by which the pages speak of the value: ``Products matching "…"``."""
    nouns: set[str] = set()
    for trace, given in zip(plan.traces, values, strict=True):
        found = _headed(trace, given) if given else ""
        if not found:
            return ""
        nouns.add(found)
    return nouns.pop() if len(nouns) == 1 else ""


def _headed(trace: Trace, given: str) -> str:
    for step in trace.steps:
        for start, _ in find(given, step.observation):
            match = _HEADED.search(step.observation[:start])
            if match and match.group(1).lower() not in _NO_HEADING:
                return match.group(1).lower()
    return ""


_THINGS = frozenset({"link", "", "listitem", "heading", "img", "image", "row", "cell"})


def _clicked_noun(plan: Plan, use: Use) -> str:
    """A name for a clicked choice: what the menu before it is called, else the role of the element."""
    action = use.column.present[0].action
    role = role_of(action.target)
    if action.type in ("fill", "select", "upload"):
        return "field"
    if use.index and role in ("", "option", "menuitem", "menuitemradio", "radio", "listitem", "checkbox", "link"):
        before = plan.columns[use.index - 1].present[0].action
        supplied = any(find(v or "", said(before.target)) for vector in plan.known.values() for v in vector[:1])
        if (
            before.type in ("click", "hover")
            and not supplied
            and (noun := _menu_noun(said(before.target), "" if role == "link" else role))
        ):
            return noun
    if (role in _ROLE_NOUNS or not use.column.everywhere) and (noun := _dialog_noun(use.column)):
        return noun
    if not use.column.everywhere and role in _PICKED_FROM:
        return "choice" if any(changes_something(said(c.present[0].action.target)) for c in plan.columns) else "filter"
    return _ROLE_NOUNS.get(role, "item" if role in _THINGS else role)


def _dialog_noun(column: Column) -> str:
    """What the dialog or group of choices is called in which all runs chose: ``Snooze until``; "" where it is a sentence."""
    targets = [step.action.target for step in column.present]
    named = [[mark.name for mark in t.landmarks if mark.role in _ASKING and mark.name] for t in targets if t is not None]
    names = {given[-1] if given else "" for given in named}
    given = [w for w in words(names.pop()) if w not in FIELD_NOISE] if len(names) == 1 else []
    says = 0 < len(given) < MOST_NAME_WORDS and not all(word in VAGUE | _NO_NOUN for word in given)
    return " ".join(given) if says else ""


_ASKING = frozenset({"dialog", "alertdialog", "radiogroup", "listbox", "menu", "group", "toolbar", "tablist"})


_PICKED_FROM = frozenset({"", "button", "link", "listitem", "menuitem", "option", "radio", "tab", "treeitem"})
_ROLE_NOUNS = {
    "button": "choice", "checkbox": "option", "radio": "option", "menuitem": "choice", "menuitemradio": "choice",
    "menuitemcheckbox": "option", "treeitem": "choice", "gridcell": "entry", "textbox": "field", "combobox": "choice",
    "switch": "option", "columnheader": "column",
}  # fmt: skip


_ABBREVIATED = re.compile(r"\b[A-Z]{2,4}\s*$")
_KINDS_OF_CHOICE = frozenset({
    "size", "price", "color", "colour", "category", "status", "priority", "type", "brand", "rating", "department", "date",
    "location", "city", "country", "region", "language", "genre", "format", "material", "condition", "time", "month", "year",
    "state", "owner", "author", "label", "tag", "role", "group", "team", "project", "assignee", "milestone", "currency",
})  # fmt: skip


_BY = re.compile(r"\b(?:(?P<verb>sort(?:ed)?) by|by (?P<noun>[^\W\d_]{3,})(?: or \w+)?)\W*$", re.IGNORECASE)


def _menu_noun(label: str, role: str) -> str:
    """What a menu's name says its entries are: ``Products`` -> product, ``Status`` of a list -> status; "" when nothing."""
    if ordered := _BY.search(label.split(":")[0]):
        return "sort by" if ordered["verb"] and ordered["noun"] is None else (ordered["noun"] or "").lower()
    given = [w for w in words(label) if w not in FIELD_NOISE | VAGUE and not w.isdigit()]
    if not given or len(given) > MOST_NAME_WORDS or {*given} & (JOINTS | _NO_NOUN):
        return ""
    if not _is_noun(given[-1]) or _ABBREVIATED.search(label):
        return ""
    if len(given) == 1 and given[0] in _KINDS_OF_CHOICE:
        return given[0]
    if (single := singular(given[-1])) != given[-1]:
        return " ".join([*given[-2:-1], single])
    return " ".join(given) if role and len(given) < MOST_NAME_WORDS else ""


def _task_noun(plan: Plan, values: Vector) -> str:
    """The noun by which all task texts introduce the value: ``the issue '…'``, ``titled '…'``, ``… stars``.

    A single text must say that it is a noun, by an article before it or marks around the value.
    """
    given = [(trace.task, v) for trace, v in zip(plan.traces, values, strict=True) if v is not None]
    found = {_noun_near(task, v) for task, v in given}
    if len(found) != 1 or (len(set(given)) == 1 and not _is_introduced(*given[0], next(iter(found)))):
        return ""
    return found.pop()


def _is_introduced(task: str, given: str, noun: str) -> bool:
    if noun in _CUES.values() or given.replace(".", "", 1).isdigit() or given in quoted(task):
        return True
    return any(
        re.search(rf"\b(?:the|an?|my|your|new) (?:\w+ )?{re.escape(noun)} $", task[:start], re.IGNORECASE)
        for start, _ in find(given, task)
    )


def _noun_near(task: str, given: str) -> str:
    task = bare_task(task)
    spans = find(given, task)
    if not spans:
        return ""
    if changed := _CHANGED.search(task[: spans[0][0]]):
        return changed.group("noun").split()[-1].lower()
    before = words(re.split(r"[.;!?]\s|,\s", task[: spans[0][0]])[-1])[-3:]
    leads = len(words(re.split(r"[.;!?]\s", task[: spans[0][0]])[-1])) == 1
    ordered = bool(before) and before[-1] in _ORDERS and not given[:1].isdigit()
    commands = bool(before) and leads and (before[-1] not in FORM_WORDS or ordered)
    after = words(re.split(r"[.,;!?:]", task[spans[0][1] :])[0])[:1]
    quoted = task[spans[0][1] : spans[0][1] + 1] in ("'", '"', "’", "”")
    if before and (cue := _cue(before, given, task[spans[0][1] :])):
        return cue
    numeric = given.replace(".", "", 1).isdigit()
    named = numeric and not quoted and _PROPER.search(task[: spans[0][0]]) is not None
    named = named or _INITIALS.search(task[: spans[0][0]]) is not None
    if before and (_is_noun(before[-1]) or _is_made_noun(before)) and not named and not commands:
        return before[-1]
    if goal := _GOAL.match(task[spans[0][1] :]):
        return goal["noun"].lower()
    if after and after[0] not in _NO_NOUN and after[0].isalpha() and (quoted or numeric or after[0] in KINDS):
        return after[0] if numeric else singular(after[0])
    return ""


def _is_noun(word: str) -> bool:
    """Whether a word before a value may say what it is: no letter, number, quality or form of a verb."""
    doing = word.endswith("ing") and word not in _NOUNS_IN_ING
    most = word.endswith("est") and word not in _NOUNS_IN_EST
    done = word.endswith("ed") and word not in _NOUNS_IN_ED
    return not done and len(word) > 1 and word not in _NO_NOUN | _QUALITIES and not word.isdigit() and not doing and not most


def _is_made_noun(before: Sequence[str]) -> bool:
    """Whether a word that may be a command is a noun by the word before it: ``of type``, ``the view``."""
    return before[-1] in _NOUNS_TOO and len(before) > 1 and before[-2] in _BEFORE_NOUNS


_NOUNS_TOO = frozenset({"type", "view", "filter", "check", "set", "update", "change", "search", "log", "book"})
_BEFORE_NOUNS = frozenset({"of", "the", "a", "an", "with", "by"})
_NOUNS_IN_ING = frozenset({
    "building", "meeting", "listing", "setting", "heading", "rating", "shipping", "string", "thing", "pricing", "booking",
    "training", "ranking", "king", "ring", "wing", "spring", "evening", "morning", "clothing",
    "lighting", "wedding", "billing", "greeting", "spelling", "opening", "landing", "drawing", "painting", "recording",
})  # fmt: skip
_NOUNS_IN_ED = frozenset({"bed", "feed", "seed", "speed", "need", "shed", "breed", "weed", "embed", "deed"})
_NOUNS_IN_EST = frozenset({
    "request", "test", "guest", "interest", "forest", "contest", "quest", "harvest", "invest", "chest", "vest", "nest",
    "west",
})  # fmt: skip
_QUALITIES = frozenset({
    "first", "second", "third", "last",
    "available", "flexible", "featured", "recommended", "popular", "cheap", "expensive", "used", "free", "open", "closed",
    "recent", "current", "black", "white", "red", "blue", "green", "yellow", "grey", "gray", "brown", "pink", "purple",
    "orange",
    "small", "large", "big", "good", "nearby", "top", "upcoming", "pending", "private", "public", "launched",
    "released", "called", "some", "related", "similar", "local", "live", "more", "less", "every", "each", "other", "another",
})  # fmt: skip
_PROPER = re.compile(r"[a-z,] (?!(?:Page|Room|Chapter|Order|Issue|Ticket|Invoice)\b)[A-Z][A-Za-z]*[ -]$")
_INITIALS = re.compile(r"(?<=[a-z,] )(?!(?:ID|URL|SKU|ZIP|PIN|VAT|IBAN|ISBN|UPC|IP)\b)[A-Z]{2,5} $")
_GOAL = re.compile(r"['\"’”]? as (?:the|its) (?P<noun>[A-Za-z]{3,})(?=[\s.,;!?]|$)")
_CHANGED = re.compile(
    r"\b(?:replace|set|change|update|edit|rename|adjust|turn|switch) (?:the|its|their|my) (?P<noun>[\w -]{2,30}?)"
    r"(?: (?:of|for|on|in|from) [^.;]*)? (?:by|to|with|as|into)(?: the (?:text|value))?\s*:?\s*['\"‘“]?$",
    re.IGNORECASE,
)


def _cue(before: Sequence[str], given: str, rest: str) -> str:
    if before[-1] in _CUES:
        return _CUES[before[-1]]
    if len(before) > 1 and before[-1] in ("on", "to", "as", "at", "with", "by") and before[-2] in _CUES:
        return _CUES[before[-2]]
    # What is "from somebody" has no start; what goes on to somewhere, and a day or time, has.
    begins = before[-1] == "from" and (_ONWARD.match(rest) is not None or any(c.isdigit() for c in given))
    return "start" if begins else ""


_ONWARD = re.compile(r"['\"’”]?\s+(?:to(?! be\b)|until|till|through)\b", re.IGNORECASE)
_ORDERS = frozenset({"order", "check", "post", "message", "mail", "phone", "count", "file", "group", "comment"})


def _secret_names(columns: Sequence[Column]) -> list[str]:
    names: list[str] = []
    for column in columns:
        for step in column.present:
            names.extend(name for name in step.action.params if name not in names)
    return names
