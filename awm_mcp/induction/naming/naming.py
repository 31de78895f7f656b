"""Names and titles that let an agent choose: ``shop_find_price``, "Find the price of a product"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from awm_mcp.induction.naming.routine_words import routine_title
from awm_mcp.induction.naming.title_values import without_asides, without_plain_values
from awm_mcp.induction.texts.languages import foreign_name_words, foreign_title, language_of_pattern, spelled
from awm_mcp.induction.texts.slots import ARTICLES, JOINS, with_noun
from awm_mcp.induction.texts.wording import GAP, PERSON, PLACE, asked, said, spoken, with_article, with_persons, with_places
from awm_mcp.induction.trace import Trace
from awm_mcp.model import FlowStep, Parameter, Text, Value
from awm_mcp.model.names import MAX_NAME, slug, words
from awm_mcp.model.site import site_label
from awm_mcp.model.text import plain

_TITLE = re.compile(r"(?:titled|page|title)\s*[:=]?\s*['\"“‘](?P<title>.+?)['\"”’](?=[.,;:\s]|$)", re.IGNORECASE)
_SPLIT = re.compile(r"\s[|·–—-]\s")
_ASKING = frozenset({"what", "which", "who", "where", "when", "how", "is", "are", "does", "do", "tell", "can", "could"})
_HELPERS = frozenset(
    {"is", "are", "was", "were", "do", "does", "did", "many", "much", "i", "you", "can", "could", "me", "be"}
)
MOST_OBJECT_WORDS = 3
_NO_SITE = frozenset(
    {"the", "a", "an", "page", "this", "on", "title", "titled", "url", "home", "html", "text", "observation", "i"}
)
MOST_LEAD = 40
MOST_TITLE = 80
SHORT_TITLE = 46


def site_words(traces: Sequence[Trace]) -> str:
    """What people call the site: its host's name, else the common end of the page titles seen in the runs."""
    site = traces[0].run.site
    label = site_label(site)
    if label != "local":
        return label
    seen = [step.observation for trace in traces for step in trace.run.steps if step.observation]
    return _common_lead(seen) or _common_title([title for trace in traces for title in _titles(trace)]) or "local"


def _common_lead(seen: Sequence[str]) -> str:
    """The first word of what most observations begin with, up to a colon: ``Acme — Orders: page …``."""
    leads = Counter(text.split(":")[0] for text in seen if ":" in text[:MOST_LEAD])
    if not leads or len(set(seen)) < 3:
        return ""
    lead, count = min(leads.items(), key=lambda item: (-item[1], item[0]))
    given = words(lead)
    return given[0] if 2 * count > len(seen) and given and given[0] not in _NO_SITE else ""


def _titles(trace: Trace) -> list[str]:
    return [m.group("title") for step in trace.run.steps if (m := _TITLE.search(step.observation))]


def _common_title(titles: Sequence[str]) -> str:
    """The first word of the part that most page titles share."""
    parts: Counter[str] = Counter()
    for title in titles:
        cut = _SPLIT.split(title)
        parts.update({part.strip() for part in cut if part.strip()})
    if not titles or not parts:
        return ""
    part, count = min(parts.items(), key=lambda item: (-item[1], item[0]))
    return _short_name(words(part)) if 2 * count > len(titles) else ""


def _short_name(given: Sequence[str]) -> str:
    """The first word, with the ones after it while it says too little ("one stop")."""
    known = [word for word in given if word not in _NO_SITE | ARTICLES]
    if not known or known != list(given)[-len(known) :]:
        return ""
    taken = next((i for i in range(1, len(given) + 1) if len("".join(given[:i])) > LEAST_SITE), len(given))
    return "_".join(given[:taken]) if given[0] not in _OWN else ""


_OWN = frozenset({"my", "your", "our"})
LEAST_SITE = 4


# --- names ------------------------------------------------------------------------------------------------------------


def workflow_name(site: str, traces: Sequence[Trace], template: Value, steps: Sequence[FlowStep]) -> str:
    """``<site>_<verb>_<object>``: the reporter's suggestion, else from the task's wording, else from the steps."""
    suggested = sorted({t.run.suggested_name for t in traces if t.run.suggested_name})
    prefix = slug(site, 14, "site")
    if suggested:
        name = slug(suggested[0])
        return name if name.startswith(prefix + "_") else slug(f"{prefix} {name.replace('_', ' ')}")
    language = language_of_pattern(template)
    if language != "english" and (own := foreign_name_words(template)):
        full = slug(f"{prefix} {' '.join(own)}")
        return slug(spelled(full, language, [template.words()]).replace("_", " "))
    given = verb_and_object(template)
    if made := _made_kind(template, steps):
        given[1] = made[1]
    given = given if given and not is_a_label(template) else step_words(steps)
    own = words(prefix)
    if given[: len(own)] == own and len(given) > len(own):
        given = given[len(own) :]
    return slug(f"{prefix} {' '.join(_fitting(prefix, given))}", MAX_NAME)


def _fitting(prefix: str, given: Sequence[str]) -> list[str]:
    """The words of a name in its room: joints between verb and noun give way before the noun that ends it."""
    kept = list(given)
    while len(slug(f"{prefix} {' '.join(kept)}", 200)) > MAX_NAME and len(kept) > 2:
        joint = next((i for i, word in enumerate(kept[1:-1], start=1) if word in JOINS | ARTICLES), None)
        if joint is None:
            break
        del kept[joint]
    return kept


_LABEL = re.compile(
    r"(?:new |my )?(?:recording|untitled|test|session|macro)\b[\W\d_]*(?:at[\W\d_]*)?(?:[ap]m)?\W*", re.IGNORECASE
)


def is_a_label(template: Value) -> bool:
    """Whether a task text is only what a recorder calls a recording: ``Recording 2/6/2023 at 1:05 PM``."""
    return template.literal is not None and _LABEL.fullmatch(template.literal.strip()) is not None


def _made_kind(template: Value, steps: Sequence[FlowStep]) -> tuple[str, str] | None:
    """The parameter that stands for what is created, with the noun of the page: ``create a {tracker}`` makes an issue."""
    given = verb_and_object(template)
    fixed = words(" ".join(token.text for token in template.root if isinstance(token, Text)))
    unnamed = len(given) == 2 and given[0] in _CREATING and given[1] in template.params and given[1] not in fixed
    noun = _page_noun(steps) if unnamed else ""
    return (given[1], noun) if noun else None


_CREATING = frozenset({"create", "add", "make", "open", "new", "file", "report"})


def _page_noun(steps: Sequence[FlowStep]) -> str:
    """What the page of the last writing step is about, by its address: ``/projects/…/issues/new`` -> ``issue``."""
    page = next((step.url for step in reversed(steps) if step.writes and step.url is not None), None)
    path = "".join(token.text for token in page.root if isinstance(token, Text)).split("?")[0] if page is not None else ""
    nouns = [w for w in path.lower().split("/") if w.isalpha() and len(w) > 3 and w.endswith("s") and not w.endswith("ss")]
    return re.sub("ie$", "y", nouns[-1][:-1]) if nouns else ""


def verb_and_object(template: Value) -> list[str]:
    """The verb of a task pattern and what it acts on, at most four words; empty for a text without any."""
    wanted = asked(_without_long_quotes(_spaced(said(template))))
    verb, rest = _verb(_parts(wanted.told))
    if not verb:
        return []
    return [verb, *_object(_verb(_parts(wanted.before))[1] if wanted.before else rest)]


def _parts(told: str) -> list[str]:
    return [part.lower() for part in re.findall(r"\x01\w+\x01|[.,;:!?]|[^\W_]+(?:[-'’][^\W_]+)*", told)]


def _verb(given: Sequence[str]) -> tuple[str, Sequence[str]]:
    if not given or not any(part[0].isalpha() for part in given):
        return "", []
    if given[0] in ("i",) and len(given) > 3:
        start = next((i + 1 for i, part in enumerate(given[:6]) if part == "to"), 0)
        given = given[start:]
    if given[0] in _ASKING:
        return "find", [part for part in given[1:] if part not in _HELPERS]
    first = next((part for part in given if part[0].isalpha()), "")
    return first, given[given.index(first) + 1 :] if first else []


def _object(rest: Sequence[str]) -> list[str]:
    """What the verb acts on: words up to a joint; a parameter stands in by its own name where no noun is near."""
    rest = _clause(rest)
    if rest and rest[0] in _PARTICLES and (acted_on := _object(rest[1:])):
        return [rest[0], *acted_on][: MOST_OBJECT_WORDS + 1]
    nouns = [part for part in rest if part[0] != "\x01" and part not in JOINS | ARTICLES]
    if rest and rest[0] in JOINS and nouns:
        spoken_of = _plain_words(rest[1:]) or _plain_words([part for part in rest[1:] if part[0] != "\x01"])
        return [rest[0], *spoken_of][: MOST_OBJECT_WORDS + 1]
    found: list[str] = []
    for index, part in enumerate(rest):
        if part[0] == "\x01":
            if not found and not _noun_follows(rest, index):
                return _named_by_parameter(rest, index)
        elif part in JOINS:
            if found and found != _HOW_MANY:
                break
        else:
            found.extend(_plain_words([part]))
    return found[:MOST_OBJECT_WORDS]


_HOW_MANY = ["how", "many"]
_PARTICLES = frozenset({"on", "off", "up", "down", "out"})


def _clause(rest: Sequence[str]) -> list[str]:
    end = next((i for i, part in enumerate(rest) if part[0] in ".,;:!?"), len(rest))
    return list(rest[:end])


def _plain_words(parts: Sequence[str]) -> list[str]:
    """Words without articles up to the next joint or parameter."""
    found: list[str] = []
    for part in parts:
        if part in JOINS or part[0] == "\x01":
            break
        if part not in ARTICLES:
            found.extend(word for word in words(re.sub("['’]s$", "", part)) if not word.isdigit())
    return found


def _noun_follows(rest: Sequence[str], index: int) -> bool:
    after = rest[index + 1 : index + 2]
    return bool(after) and after[0][0] != "\x01" and after[0] not in JOINS | ARTICLES


def _named_by_parameter(rest: Sequence[str], index: int) -> list[str]:
    """``{person} as a watcher of …`` -> person as watcher; counts give way to what is counted."""
    named = [part.strip("\x01") for part in rest if part[0] == "\x01"]
    named = ["item" if spoken(name) == "item" else name for name in named]
    first = next((name for name in named if name not in _COUNTS), named[0])
    last = max((i for i, part in enumerate(rest) if part == f"\x01{first}\x01"), default=index)
    joint = rest[last + 1 : last + 2]
    if joint == ["of"] and (noun := _plain_words(rest[last + 2 :])):
        return noun[:2]
    if joint and joint[0] in ("as", "into", "to", "onto", "from", "in") and (noun := _plain_words(rest[last + 2 :])):
        head = first.split("_")[0]
        return [head] if noun[0] in (head, f"{head}s") else [head, joint[0], *noun[:1]]
    return first.split("_")[:2]


_COUNTS = frozenset({"quantity", "count", "number", "amount", "qty"})


_STEP_VERBS = frozenset({
    "search", "find", "add", "edit", "save", "create", "open", "view", "show", "sort", "filter", "select", "choose",
    "buy", "book", "reserve", "sign", "log", "apply", "submit", "update", "browse", "explore", "check", "see",
    "enter", "get",
})  # fmt: skip


def step_words(steps: Sequence[FlowStep]) -> list[str]:
    """Words for a routine without a task of its own, from the labels of its steps."""
    labels: list[list[str]] = []
    for step in steps:
        target = step.action.target if step.action is not None else None
        signal = (target.label or target.name or target.text or target.placeholder) if target is not None else None
        constant = " ".join(t.text for t in signal.root if isinstance(t, Text)) if signal is not None else ""
        if given := [w for w in words(constant) if not w.isdigit() and w not in ARTICLES]:
            labels.append(given)
    kind = steps[0].action.type if steps[0].action is not None else "use"
    verb = {"fill": "enter", "select": "choose", "check": "choose", "goto": "open", "click": "open"}.get(kind, kind)
    flat = [w for label in labels for w in label[:2]]
    if flat and flat[0] in _STEP_VERBS:
        return list(dict.fromkeys(flat))[:4]
    return [verb, *list(dict.fromkeys(flat))[:3]] if flat else [verb, "page"]


# --- titles ------------------------------------------------------------------------------------------


def title_of(template: Value, parameters: Sequence[Parameter], steps: Sequence[FlowStep] = ()) -> str:
    """The work as a person would say it for any values: ``Open the cheapest product in a category``."""
    names = {p.name for p in parameters}
    if is_a_label(template):
        return routine_title(steps)
    if language_of_pattern(template) != "english":
        return _shortened(foreign_title(template))
    wanted = asked(_without_long_quotes(_spaced(said(template))))
    told = without_plain_values(_trimmed(without_asides(wanted.before or wanted.told)), parameters)
    told += wanted.closing if wanted.before else ""
    if wanted.lead and not set(_PARAMETER.findall(wanted.lead)) & set(_PARAMETER.findall(told)):
        told = f"{told} {wanted.lead[:1].lower()}{wanted.lead[1:]}"
    if made := _made_kind(template, steps):
        told = told.replace(f"\x01{made[0]}\x01", made[1])
    told = with_places(with_persons(_without_amounts(told, parameters), parameters), parameters)
    shown = _spoken_parameters(told, {*names, PERSON, PLACE})
    shown = re.sub(r"\s+([.,;:!?])", r"\1", re.sub(r"\s+", " ", shown)).strip(" .:,")
    shown = _read_well(plain(_without_loose_end(shown), 400))
    return _without_loose_end(_shortened(shown[:1].upper() + shown[1:]))


def _without_long_quotes(text: str) -> str:
    """Without texts that only stand for one of many, where no parameter does; short ones may be words of the site."""
    return _LONG_QUOTE.sub(lambda match: match[0] if "\x01" in match[0] else GAP, text)


def _spaced(text: str) -> str:
    """A name joined by marks in words: ``order-a-coffee``."""
    return text if re.search(r"[\s\x01]", text) else re.sub(r"[_-]+", " ", text)


_LONG_QUOTE = re.compile(r"(?<!\w)(['\"‘“])(?=\S)[^'\"’”]{12,}(?<=\S)(['\"’”])(?!\w)")


def _without_loose_end(shown: str) -> str:
    """Without words and marks at the end that wait for more; two words are left."""
    shown = _WAITING_CLAUSE.sub("", shown)
    while (shorter := _LOOSE_END.sub("", shown)) != shown and len(shorter.split()) > 1:
        shown = shorter
    return shown


_WAITING_CLAUSE = re.compile(r"(?<=\w) (?:that|which) (?:starts?|begins?|ends?|contains?|says?|reads?)(?: (?:with|in|by))?$")
_LOOSE_END = re.compile(
    r"(?:\s(?:by|to|with|as|of|over|in|for|on|from|at|under|and|or|between|the|an?|that|which|that says?|to be|by the text)"
    r"|[\s#$€£:,(–—-]+)$",
    re.IGNORECASE,
)


def _without_amounts(told: str, parameters: Sequence[Parameter]) -> str:
    """Without how much of something there is: ``log {time} of work`` -> ``log work``, ``order {count} {item}``."""
    amounts = {p.name for p in parameters if p.examples and all(example[:1].isdigit() for example in p.examples)}
    told = _AMOUNT.sub(lambda match: "" if match[1] in amounts else match[0], told)
    counts = {p.name for p in parameters if p.type == "integer"}
    told = _UNIT.sub("", _HYPHENATED.sub("", told))
    told = _MANY.sub(lambda match: "" if match[1] in counts and _is_count(match[1]) else match[0], told)
    return _COUNTED.sub(lambda match: "" if match[1] in counts else match[0], told)


def _is_count(name: str) -> bool:
    """Whether a number is how many there are of what stands behind it, and no name of it: "order 1001 items"."""
    return bool(_COUNTS & {*name.split("_")})


_MANY = re.compile(r"\x01(\w+)\x01 (?=[a-z]+[^\Ws]s\b)")
_AMOUNT = re.compile(r"['\"]?\x01(\w+)\x01['\"]? of (?=[a-z])")
_HYPHENATED = re.compile(r"\x01\w+\x01-(?=[a-z])")
_UNIT = re.compile(r"(?<=\x01) (?:dollars?|euros?|pounds?|usd|eur|gbp)\b", re.IGNORECASE)
_COUNTED = re.compile(r"\x01(\w+)\x01 (?=['\"‘“]?\x01)")


def _read_well(shown: str) -> str:
    """Articles that fit their word; a second thing of the same kind is another one."""
    shown = re.sub(r"\b(the|an?) (?:the|an?)\b", r"\1", re.sub(r"(\w)- (?=\w)", r"\1 ", shown))
    shown = re.sub(r"\bthe (\w+) of an? \1\b", r"a \1", _ARTICLE.sub(lambda match: match[1] + "n ", shown))
    for match in list(re.finditer(r"\ban? (\w+)(?= )", shown))[:1]:
        again = re.search(rf"\ban? {match[1]}(?=$|[ .,;])", shown[match.end() :])
        if again is not None:
            at = match.end() + again.start()
            shown = f"{shown[:at]}another {match[1]}{shown[match.end() + again.end() :]}"
    return shown


_ARTICLE = re.compile(r"\b([Aa]) (?=[aeiou])(?!us|uni|url|one|eu)")


_PARAMETER = re.compile(r"\x01(\w+)\x01")
_ADJUNCT = re.compile(
    r",|:|\s(?:titled|named|called|entitled|saying|with|whose|assigned|labelled|labeled|dated|described|signed|shipped|starting|"
    r"valid|under the|for the|due|using|of type|from|at)\s",
    re.IGNORECASE,
)


_EITHER_VERB = re.compile(r"\w+(?: (?:to|from|for|in|on))? or \w+")
"""Two verbs that say no more than what may be done: "Subscribe to or unsubscribe"."""
_CALLED = re.compile(
    r"(?<=\w),? (?:titled|named|called|entitled|saying|that (?:says|reads)|reading|"
    r"(?:with|and) the (?:text|message|words|body)):? ['\"‘“]?\x01\w+\x01['\"’”]?(?=\W*$)",
    re.IGNORECASE,
)


def _trimmed(told: str) -> str:
    """Without the details that the parameters say anyway, when there is more than a short sentence."""
    told = _CALLED.sub("", told.split(": ")[0] if len(told.split(": ")[0].split()) > 1 else told)
    if len(_PARAMETER.sub("xxxxxx", told)) <= SHORT_TITLE:
        return told
    begun = [(told[: m.start()], m.start()) for m in _ADJUNCT.finditer(told)]
    cuts = [at for before, at in begun if len(before.split()) >= 2 and not _EITHER_VERB.fullmatch(before)]
    return told[: cuts[0]] if cuts else told


def _spoken_parameters(told: str, names: set[str]) -> str:
    """The text with its parameters as nouns; those whose noun stands beside them, and counts of things, are left out."""
    told = _COUNT.sub("", re.sub(r"\bits\b", "the", _one_slot(told)))
    told = _LINKING.sub(lambda match: f"with {with_article(match['name'])} to ", told)
    told = _AS_NOUN.sub(lambda match: with_article(match["noun"]), told)
    told = _OF_A_MONTH.sub("", _LAST_TIME.sub("", told))
    told = re.sub(rf"\btakes to (?:\x01\w+\x01|{GAP})", "takes to get there", told)
    made, at = "", 0
    for match in _SLOT.finditer(told):
        made += told[at : match.start()]
        name = match["name"] if match["name"] in names else ""
        made = with_noun(made, name, told[match.end() : match.end() + 40])
        at = match.end()
    return made + told[at:]


def _one_slot(told: str) -> str:
    """Neighbouring slots of which one says nothing are one; so is what is written right before a slot (``r/``, ``#``)."""
    told = re.sub(
        rf"{GAP}[\s'\"“”-]*(?=\x01)|(?<=\x01)[\s'\"“”-]*{GAP}(?!\w)", lambda m: " " if m[0][:1] == " " else "", told
    )
    return re.sub(rf"(?:(?<=\s)\w*/|[$€£#]\s?)(?=\x01\w+\x01|{GAP})", "", told)


_LINKING = re.compile(r"\bas ['\"]?\x01(?P<name>\w+)\x01['\"]? (?=(?:the|an?|another) |['\"]?\x01)")
_AS_NOUN = re.compile(rf"['\"“]?(?:\x01\w+\x01|{GAP})['\"”]? as (?:the|its) (?P<noun>[a-z]+)\b")
_LAST_TIME = re.compile(
    rf" (?:(?:over|in|during|within|for|since|from) )?the (?:past|last|next|previous) (?:\x01\w+\x01|{GAP})", re.IGNORECASE
)
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_DAY = rf"(?:{_MONTH} (?:\x01\w+\x01|{GAP}|\d+)|(?:\x01\w+\x01|{GAP}) {_MONTH})"
_OF_A_MONTH = re.compile(
    rf" (?:on|from|between|until|by|starting|for) {_DAY}(?:(?:\s?[-–]\s?| to | and | until )(?:{_DAY}|\x01\w+\x01|\d+\b))?",
    re.IGNORECASE,
)
_COUNT = re.compile(r"\x01\w+\x01 x (?=\S)")
_SLOT = re.compile(rf"['\"‘“«`]?(?:\x01(?P<name>\w+)\x01|{GAP})(?:['\"’”»`](?!s\b))?")


def _shortened(title: str) -> str:
    if len(title) <= MOST_TITLE:
        return title
    ends = [match.start() for match in re.finditer(r"[,;.?!] | and ", title[:MOST_TITLE])]
    cut = max((end for end in ends if end >= MOST_TITLE // 3), default=title[:MOST_TITLE].rfind(" "))
    return title[:cut].rstrip(" ,;.")
