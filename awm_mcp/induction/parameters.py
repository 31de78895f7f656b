"""Parameters: named after the field or the task's own words, typed by their examples, described for a caller."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import dropwhile

from awm_mcp.induction.dates import respelled
from awm_mcp.induction.elements import mask_counters
from awm_mcp.induction.spans import find, quoted
from awm_mcp.induction.steps import Plan, after
from awm_mcp.induction.trace import Column, Trace, Vector, field_name, role_of, said
from awm_mcp.induction.values import Candidate, texts_of
from awm_mcp.model import Action, FlowStep, Parameter, Step, value
from awm_mcp.model.names import slug, unique_name, words
from awm_mcp.model.text import plain
from awm_mcp.model.workflow import ParameterType

MOST_EXAMPLES = 2
MOST_OPTIONS = 30
MOST_NAME_WORDS = 3
_ITEM = "item"
_VAGUE = frozenset({
    "search", "q", "query", "find", "keyword", "keywords", "value", "text", "input", "content", "values", "field",
    "enter", "select", "choose", "type", "yyyy", "e", "eg", "filter", "term", "modal", "id", "ref",
})  # fmt: skip
_FIELD_NOISE = frozenset({
    "enter", "your", "please", "select", "choose", "type", "the", "a", "an", "my", "is", "optional", "required", "e",
    "g", "for", "of", "in", "here", "to",
})  # fmt: skip
_NO_NOUN = frozenset({
    "a", "an", "the", "of", "to", "in", "on", "at", "by", "for", "from", "with", "and", "or", "as", "is", "are", "be",
    "it", "its", "into", "onto", "under", "over", "about", "that", "this", "one", "two", "all", "any", "find", "open",
    "show", "get", "set", "add", "put", "buy", "close", "create", "make", "change", "rename", "delete", "remove",
    "mark", "x", "s", "me", "between", "than", "like", "using", "via", "per", "new", "existing", "following", "then",
    "search", "go", "log", "give", "assign", "replace", "update", "write", "book", "look", "sort", "filter", "view",
    "check", "tell", "which", "what",
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
    taken: set[str] = set(_secret_names(plan.columns))
    names: dict[str, str] = {}
    for known, candidate in candidates.items():
        use = first_use(plan, known)
        name = unique_name(_name(plan, candidate, use), taken)
        taken.add(name)
        names[known] = name
    return names


def first_use(plan: Plan, known: str) -> Use | None:
    """The field a value goes into, else the first element that carries it."""
    vector = plan.known[known]
    labelled: Use | None = None
    date, tasks = plan.dates.get(known), [trace.task for trace in plan.traces]
    for index, column in enumerate(plan.columns):
        if column.present[0].action.type in ("fill", "select", "upload", "choose") and _equal(texts_of(column), vector):
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
    said_by_task = _task_noun(plan, candidate.values)
    if use is not None and use.field:
        if said_by_task and _searches(use.column):
            return slug(said_by_task)
        label = _field_words(use.column)
        telling = [word for word in label if word not in _VAGUE]
        if telling and telling == label:
            return slug(" ".join(label[:MOST_NAME_WORDS]))
        noun = said_by_task or _heading_noun(plan, candidate.values) or _collection(plan, candidate.values)
        return slug(noun or _searched(plan, telling) or _unlabelled(plan, candidate, use))
    if said_by_task:
        return slug(said_by_task)
    return slug(_collection(plan, candidate.values) or _clicked_noun(plan, use)) if use is not None else "value"


def _searches(column: Column) -> bool:
    target = column.present[0].action.target
    return target is not None and (target.role == "searchbox" or target.attrs.get("type") == "search")


def _searched(plan: Plan, telling: Sequence[str]) -> str:
    """What a search box says it searches, unless that is the site's own name."""
    site = words(plan.traces[0].run.site)
    given = list(dropwhile(lambda word: word in _JOINTS, telling))
    end = next((i for i, word in enumerate(given) if word in _JOINTS), len(given))
    return " ".join(_singular(word) for word in given[: min(end, 2)] if word not in site)


_JOINTS = frozenset({"by", "or", "and", "in", "at", "on", "from", "with", "within", "near", "more", "all", "any", "this"})


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3 else word


def _collection(plan: Plan, values: Vector) -> str:
    """The collection whose entry the value opens, from the address it leads to: ``/projects/…`` -> ``project``."""
    for column in plan.columns:
        labels = [said(step.action.target) if step is not None else "" for step in column.steps]
        if column.present[0].action.type != "click" or not _carried(values, labels):
            continue
        rows = zip(plan.traces, column.steps, strict=True)
        parts = {tuple(_segments(trace, step)) for trace, step in rows if step is not None}
        nouns = {segments[-2] for segments in parts if len(segments) > 1}
        if len(nouns) == 1 and len(noun := nouns.pop()) > 3 and noun.isalpha() and _singular(noun) != noun:
            return _singular(noun)
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
    if role_of(use.column.present[0].action.target) and (by_id := _id_words(use.column)):
        return by_id
    if use.column.present[0].action.type != "fill":
        return "choice"
    if all(v is None or _is_date(v) for v in candidate.values):
        return "date"
    return _ITEM if _is_clicked(plan, candidate) else "query" if _field_words(use.column) else "text"


def _opener_words(plan: Plan, use: Use) -> str:
    """What the box says that was clicked right before, where that box opens a list to search in: ``Author:`` -> author."""
    column = plan.columns[use.index - 1] if use.index else None
    if column is None or use.column.present[0].action.type != "fill" or _field_words(use.column):
        return ""
    before = column.present[0].action
    if (
        before.type != "click"
        or role_of(before.target) != "combobox"
        or before.target is None
        or before.target.label is None
    ):
        return ""
    return " ".join(_field_words(column)[-MOST_NAME_WORDS:])


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


def _field_words(column: Column) -> list[str]:
    label = field_name(column.present[0].action.target)
    if _EXAMPLE.search(label):
        return []
    given = [w for w in words(re.sub(r"\(.*?\)", " ", label)) if w not in _FIELD_NOISE and not w.isdigit()]
    if not given and words(label) == ["to"]:
        return ["to"]
    return [] if given and all(len(w) == 1 and w.isascii() for w in given) else given


_EXAMPLE = re.compile(r"\be\.?g\b|\d[\d:hm. /-]|\?\s*$|\b[YMD]{2,4}[-/.][YMD]{2}|@", re.IGNORECASE)


def _id_words(column: Column) -> str:
    """The last word of a form field's id or name: ``#id_form-0-quantity`` -> ``quantity``."""
    target = column.present[0].action.target
    if target is None:
        return ""
    given = target.attrs.get("name") or next(iter(re.findall(r"#([\w-]+)", target.css or "")[-1:]), "")
    parts = [w for w in words(_CAMEL.sub(" ", given)) if not w.isdigit() and w not in _VAGUE and len(w) > LEAST_ID]
    return parted(parts[-1], _seen_words(column)) if parts else ""


LEAST_ID = 2
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_FORM_WORDS = frozenset({
    "first", "last", "middle", "full", "family", "given", "user", "nick", "start", "begin", "end", "due", "birth", "time",
    "date", "day", "month", "year", "spent", "estimate", "phone", "mobile", "mail", "address", "street", "house", "post",
    "postal", "zip", "code", "city", "state", "country", "region", "company", "order", "invoice", "number", "count",
    "card", "holder", "price", "amount", "total", "min", "max", "unit", "name", "title", "type", "status", "comment",
    "note", "text", "message", "subject", "body", "file", "color", "size", "weight", "height", "width", "page", "item",
    "product", "group", "team", "project", "issue", "task", "parent", "from", "until", "worked", "logged", "check",
})  # fmt: skip


def parted(glued: str, known: Collection[str]) -> str:
    """A field's id in words: ``timespent`` -> ``time spent``, where both parts are words of forms or of the pages seen."""
    if glued in known or glued in _FORM_WORDS:
        return glued
    for cut in range(len(glued) - 3, 2, -1):
        head, tail = glued[:cut], glued[cut:]
        if all(part in _FORM_WORDS or part in known for part in (head, tail)) and {head, tail} & _FORM_WORDS:
            return f"{head} {tail}"
    return glued


def _seen_words(column: Column) -> frozenset[str]:
    return frozenset(w for step in column.present for w in words(step.observation) if len(w) > 2)


_THINGS = frozenset({"link", "", "listitem", "heading", "img", "image", "row", "cell"})


def _clicked_noun(plan: Plan, use: Use) -> str:
    """A name for a clicked choice: what the menu before it is called, else the role of the element."""
    action = use.column.present[0].action
    role = role_of(action.target)
    if action.type in ("fill", "select", "upload"):
        return "field"
    if use.index and role in ("", "option", "menuitem", "menuitemradio", "radio", "listitem", "checkbox"):
        before = plan.columns[use.index - 1].present[0].action
        supplied = any(find(v or "", said(before.target)) for vector in plan.known.values() for v in vector[:1])
        if before.type in ("click", "hover") and not supplied and (noun := _menu_noun(said(before.target), role)):
            return noun
    return {"button": "action", "checkbox": "option", "radio": "option"}.get(role, "item" if role in _THINGS else role)


def _menu_noun(label: str, role: str) -> str:
    """What a menu's name says its entries are: ``Products`` -> product, ``Status`` of a list -> status; "" when nothing."""
    given = [w for w in words(label) if w not in _FIELD_NOISE | _VAGUE and not w.isdigit()]
    if not given or len(given) > MOST_NAME_WORDS or {*given} & (_JOINTS | _NO_NOUN):
        return ""
    if (single := _singular(given[-1])) != given[-1]:
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
    spans = find(given, task)
    if not spans:
        return ""
    if changed := _CHANGED.search(task[: spans[0][0]]):
        return changed.group("noun").split()[-1].lower()
    before = words(re.split(r"[.;!?]\s|,\s", task[: spans[0][0]])[-1])[-3:]
    after = words(re.split(r"[.,;!?:]", task[spans[0][1] :])[0])[:1]
    quoted = task[spans[0][1] : spans[0][1] + 1] in ("'", '"', "’", "”")
    if before and (cue := _cue(before)):
        return cue
    if before and before[-1] not in _NO_NOUN and not before[-1].isdigit():
        return before[-1]
    if goal := _GOAL.match(task[spans[0][1] :]):
        return goal["noun"].lower()
    numeric = given.replace(".", "", 1).isdigit()
    if after and after[0] not in _NO_NOUN and (quoted or numeric):
        return after[0]
    return ""


_GOAL = re.compile(r"['\"’”]? as (?:the|its) (?P<noun>[A-Za-z]{3,})(?=[\s.,;!?]|$)")
_CHANGED = re.compile(
    r"\b(?:replace|set|change|update|edit|rename|adjust|turn|switch) (?:the|its|their|my) (?P<noun>[\w -]{2,30}?)"
    r"(?: (?:of|for|on|in|from) [^.;]*)? (?:by|to|with|as|into)(?: the (?:text|value))?\s*:?\s*['\"‘“]?$",
    re.IGNORECASE,
)


def _cue(before: Sequence[str]) -> str:
    if before[-1] in _CUES:
        return _CUES[before[-1]]
    if len(before) > 1 and before[-1] in ("on", "to", "as", "at", "with", "by") and before[-2] in _CUES:
        return _CUES[before[-2]]
    return {"from": "start", "to": "end"}.get(before[-1], "") if before[-1] == "from" else ""


def _secret_names(columns: Sequence[Column]) -> list[str]:
    names: list[str] = []
    for column in columns:
        for step in column.present:
            names.extend(name for name in step.action.params if name not in names)
    return names


# --- declarations -----------------------------------------------------------------------------------------------------


def declare(plan: Plan, candidates: Mapping[str, Candidate], steps: Sequence[FlowStep]) -> tuple[Parameter, ...]:
    """The parameters that the steps use, in the order of their use; ``plan.known`` carries their final names."""
    declared: list[Parameter] = []
    for name in dict.fromkeys(p for step in steps for p in step.params):
        if name in candidates:
            declared.append(_declared(plan, name, candidates[name]))
        else:
            declared.append(_secret(name))
    return tuple(declared)


def _secret(name: str) -> Parameter:
    kind = "totp" if re.search(r"otp|2fa|mfa|one_time", name) else "secret"
    return Parameter(name=name, secret=kind, description="Taken from the secrets of the site, never from the caller.")


def _declared(plan: Plan, name: str, candidate: Candidate) -> Parameter:
    given = [v for v in candidate.values if v is not None]
    examples = tuple(dict.fromkeys(given))[:MOST_EXAMPLES]
    use = first_use(plan, name)
    options = _options(plan, use)
    return Parameter(
        name=name,
        type="string" if options else _type(given),
        description=_description(plan, name, use),
        examples=examples,
        enum=options,
        required=candidate.everywhere,
        path=use is not None and use.column.present[0].action.type == "upload",
    )


def _options(plan: Plan, use: Use | None) -> tuple[str, ...]:
    """The choices of a select, when several observed runs saw the same ones and a caller's text is one of them."""
    if use is None or not use.field or use.column.present[0].action.type != "select":
        return ()
    seen = [step.action.target.seen for step in use.column.present if step.action.target is not None]
    choices = {s.options for s in seen if s is not None and s.options}
    if len(seen) < 2 or any(s is None or not s.options for s in seen) or len(choices) != 1:
        return ()
    options = tuple(dict.fromkeys(option.strip() for option in choices.pop() if option.strip()))
    chosen = [v for v in texts_of(use.column) if v is not None]
    return options if len(options) <= MOST_OPTIONS and all(c in options for c in chosen) else ()


def _type(given: Sequence[str]) -> ParameterType:
    if all(re.fullmatch(r"[+-]?(0|[1-9]\d{0,14})", v) for v in given):
        return "integer"
    if all(re.fullmatch(r"-?(0|[1-9]\d{0,11})(\.\d*[1-9])?", v) for v in given):
        return "number"
    if all(_is_date(v) for v in given):
        return "date"
    return "boolean" if all(v in ("true", "false") for v in given) else "string"


def _is_date(text: str) -> bool:
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        return False
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _description(plan: Plan, name: str, use: Use | None) -> str:
    human = _NUMBERED.sub(lambda match: f"{_ORDINALS[int(match[2])]} {match[1]}", name).replace("_", " ")
    if use is None:
        return f"The {human} named in the task."
    action = use.column.present[0].action
    page = _page(plan, use)
    phrase = _PHRASES.get(action.type, _clicked) if use.field else _clicked
    return f"{phrase(action, human, use)}{page}."


_NUMBERED = re.compile(r"^(\w+)_([2-5])$")
_ORDINALS = {2: "second", 3: "third", 4: "fourth", 5: "fifth"}


def _page(plan: Plan, use: Use) -> str:
    url = use.column.present[0].url
    if not url or url.startswith("about:"):
        return ""
    path = re.sub(r"^[a-z]+://[^/]*", "", url).split("?")[0].split("#")[0]
    parts = [w for w in words(path) if not w.isdigit() and len(w) > 1]
    known = {w for vector in plan.known.values() for v in vector if v for w in words(v)}
    shown = [w for w in parts if w not in known][:3]
    if shown and shown[-1] == "page":
        shown.pop()
    return f" on the {' '.join(shown)} page" if shown else ""


def _label(action: Action) -> str:
    shown = re.sub(r"[\s:*]+$", "", field_name(action.target))
    return plain(mask_counters(value(shown)).words(), 60) if shown else ""


def _typed(action: Action, human: str, use: Use) -> str:
    label = _label(action)
    return f'The {human}: text for the field "{label}"' if label else f"The {human} to type"


def _chosen(action: Action, human: str, use: Use) -> str:
    label = _label(action)
    return f'The {human}: one of the choices of "{label}"' if label else f"The {human} to choose from the list"


def _clicked(action: Action, human: str, use: Use) -> str:
    role = role_of(action.target)
    if action.type in ("fill", "select", "upload"):
        return f"The {human}: what its label says, as the page shows it"
    if role in ("checkbox", "radio"):
        return f"The {human}: label of the {role} to tick"
    return f"The {human}: what the {role or 'entry'} to choose is called, as the page shows it"


def _uploaded(action: Action, human: str, use: Use) -> str:
    return f"Path of the {human} file to upload"


_PHRASES: dict[str, Callable[[Action, str, Use], str]] = {"fill": _typed, "select": _chosen, "upload": _uploaded}
