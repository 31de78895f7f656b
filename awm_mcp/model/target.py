"""Targets: the element an action is about, described by meaning. CSS and XPath are witnesses only."""

from __future__ import annotations

from pydantic import Field

from awm_mcp.model.base import Word
from awm_mcp.model.value import Value


class Landmark(Word):
    """A named region around an element: navigation, dialog, form, a section by its heading."""

    role: str
    name: str = ""


class Frame(Word):
    """One hop into an iframe, outermost first. Index alone never decides."""

    name: str | None = None
    title: str | None = None
    url_path: str | None = None
    css: str | None = None


class Place(Word):
    """Position as the meaning: the element is the ``index``-th (1-based, ``-1`` = last) shown element of a list.

    ``items`` is a CSS selector of the list's elements (all of them), ``of`` says the list in words ("results").
    Only set where the runs agree that the place is what was meant; never a guess.
    """

    index: Value
    items: str | None = None
    of: str = "items"


class Spot(Word):
    """Where in its row the text stood that tells the row; with nothing but ``main``, no run showed it.

    ``column``: the heading above it, ``beside``: those of the other columns; ``cell``: which of the ``cells`` (1-based);
    ``way``: tags and classes from the row to it where it is no row of cells, ``nth``: which of those with this way;
    ``main``: it is what the row is called by, its heading or the first of its kind.
    """

    column: str = ""
    beside: tuple[str, ...] = ()
    cell: int | None = None
    cells: int | None = None
    way: str = ""
    nth: int = 1
    main: bool = False


class Seen(Word):
    """What a browser saw of an element when it was acted on; evidence for induction, never used to find it.

    ``place``/``count`` (1-based): where it stood among the shown elements of the same shape; ``items``: CSS of these.
    ``row_texts``: texts of its row that no other row has, the likeliest first; which one tells the row is known with the
    task; ``row_spots``: where each of them stands. ``options``: texts of a select's or list's choices. ``form_method``: of
    the form it belongs to. ``held``: what a field held when the run was looked at again, before the step; empty where it
    held nothing. ``others_set``: whether ticks of other entries like its own were set. ``tail``: the data behind the name of
    a choice, where the task tells it without (" (3)" of "Blue (3)").
    """

    place: int | None = None
    count: int | None = None
    items: str | None = None
    equals: int | None = Field(default=None, description="shown elements of the same role and name on the page")
    row_texts: tuple[str, ...] = ()
    row_spots: tuple[Spot, ...] = ()
    options: tuple[str, ...] = ()
    form_method: str | None = None
    input_type: str | None = None
    autocomplete: str | None = None
    editable: bool = False
    href_path: str | None = None
    held: str | None = None
    others_set: bool = False
    tail: str = ""


class Target(Word):
    """How an element is told from all others. Every given text must agree; see docs/replay.md for the resolution.

    In a run all values are literal; in a workflow they may hold parameters and gaps.
    """

    role: str | None = None
    name: Value | None = None
    label: Value | None = None
    placeholder: Value | None = None
    testid: Value | None = None
    text: Value | None = None
    title: Value | None = None
    alt: Value | None = None
    tag: str | None = None
    attrs: dict[str, str] = Field(default_factory=dict[str, str], description="name, type, autocomplete, …")
    landmarks: tuple[Landmark, ...] = ()
    row: Value | None = Field(default=None, description="text that tells the row, card or list item it is in")
    row_spot: Spot | None = Field(default=None, description="where in its row that text stood; none: it is not asked for")
    row_needed: bool = Field(default=False, description="it is one of several equals and no run told what tells its row")
    prefilled: bool = Field(default=False, description="a field that held something in every run before it was filled in")
    others_set: bool = Field(default=False, description="a tick; others like it were set in a run before it was")
    frame: tuple[Frame, ...] = ()
    place: Place | None = None
    css: str | None = None
    xpath: str | None = None
    point: tuple[float, float] | None = Field(default=None, description="offset in the element, fractions 0..1; canvas")
    seen: Seen | None = None
    widget: str | None = Field(
        default=None, description="the widget that a replay set this field in; the one above is meant where the page has it"
    )
    formerly: tuple[Target, ...] = Field(
        default=(), description="as it was known before it was healed, the latest first; where that is back, it is meant"
    )

    @property
    def texts(self) -> dict[str, Value]:
        """The given textual signals by field name."""
        given: dict[str, Value | None] = {
            "name": self.name,
            "label": self.label,
            "placeholder": self.placeholder,
            "testid": self.testid,
            "text": self.text,
            "title": self.title,
            "alt": self.alt,
        }
        return {key: signal for key, signal in given.items() if signal is not None}

    @property
    def values(self) -> tuple[Value, ...]:
        """Every value of the target that may hold parameters."""
        extra = [v for v in (self.row, self.place.index if self.place else None) if v is not None]
        return (*self.texts.values(), *extra)

    def words(self) -> str:
        """As a person would say it: ``button "Add to basket"``, ``the first of results``."""
        if self.place is not None and not (self.name or self.label or self.text):
            return f"item {self.place.index.words()} of the {self.place.of}"
        said = self.name or self.label or self.text or self.placeholder or self.title or self.alt or self.testid
        kind = self.role or self.tag or "element"
        shown = f'{kind} "{said.words()}"' if said is not None else kind
        return shown + (f' in the row of "{self.row.words()}"' if self.row else "")
