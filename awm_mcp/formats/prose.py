"""Whether a text that came in the place of a selector is words about an element, such as "the search box"."""

from __future__ import annotations

import re

_WORDS = re.compile(r"[^\W_][\w ,'’\"“”„!?-]*[.!?…]?")
_KINDS = """
a abbr address area article aside audio b bdi bdo blockquote body br button canvas caption center circle cite code col
colgroup data datalist dd defs del details dfn dialog div dl dt ellipse em embed fieldset figcaption figure font footer
form frame frameset g h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins kbd label legend li line
link main map mark menu menuitem meter nav object ol optgroup option output p path picture polygon polyline pre progress
q rect s samp script search section select slot small source span strong style sub summary sup svg table tbody td
template text textarea tfoot th thead time title tr tspan u ul use var video
"""
_TAGS = frozenset(_KINDS.split())


def is_prose(selector: str) -> bool:
    """Whether a text cannot be a selector: words without any mark of one, of which not each names a kind of element.

    A word with a hyphen inside may be an element of the page's own making (``my-button``).
    """
    text = selector.strip()
    if _WORDS.fullmatch(text) is None:
        return False
    return not all(_names_an_element(word) for word in text.split())


def _names_an_element(word: str) -> bool:
    written = word.islower() or word.isupper()  # "Search" is what a button says, "search" an element
    return (written and word.lower() in _TAGS) or re.fullmatch(r"[a-z]\w*(?:-\w+)+", word) is not None
